import { useEffect, useRef, useState } from 'react';
import { startCapture, type CaptureState } from './capture.ts';

/** Records as long as the component is mounted. `again` discards what was recorded and starts anew. */
export function useCapture() {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CaptureState>({ step: 'asking' });
  const capture = useRef<ReturnType<typeof startCapture>>(null);
  useEffect(() => {
    const controller = new AbortController();
    capture.current = startCapture(controller.signal, setState);
    return () => controller.abort();
  }, [attempt]);
  return {
    state,
    stop: () => capture.current?.stop(),
    again: () => setAttempt((number) => number + 1),
  };
}
