import { useEffect, useRef, useState } from 'react';
import { startCapture, type CaptureState } from './capture.ts';

/** Records for at most `mostSeconds`, as long as the component is mounted. `again` discards what was recorded and starts anew. */
export function useCapture(mostSeconds: number) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CaptureState>({ step: 'asking' });
  const capture = useRef<ReturnType<typeof startCapture>>(null);
  useEffect(() => {
    const controller = new AbortController();
    capture.current = startCapture(mostSeconds, controller.signal, setState);
    return () => controller.abort();
  }, [attempt, mostSeconds]);
  return {
    state,
    stop: () => capture.current?.stop(),
    again: () => setAttempt((number) => number + 1),
  };
}
