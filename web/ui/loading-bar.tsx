import { useEffect, useState } from 'react';
import { useNextLocation } from '#web/router/hooks.ts';
import styles from './loading-bar.module.css';

type Stage = 'off' | 'running' | 'finishing';

/** Loading bar at the top. It appears after 200 ms and takes 500 ms to hide (docs/product.md 4.10). */
export function LoadingBar() {
  const loading = useNextLocation() !== null;
  const [stage, setStage] = useState<Stage>('off');
  if (!loading && stage === 'running') setStage('finishing');
  useEffect(() => {
    const timer = loading
      ? setTimeout(() => setStage('running'), 200)
      : setTimeout(() => setStage('off'), 500);
    return () => clearTimeout(timer);
  }, [loading]);
  return <div className={`${styles['bar']} ${styles[stage]}`} aria-hidden="true" />;
}
