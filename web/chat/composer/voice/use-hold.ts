import { useEffect, useEffectEvent, useState } from 'react';
import type { VoicePress } from '../composer-tools.tsx';

/** A shorter press is a tap, after which recording goes on. */
const HOLD_MS = 400;
/** Pixels to the left that cancel. */
const CANCEL_DISTANCE = 90;

/**
 * While a finger holds the button that opened the recorder, its release ends the recording, and a swipe to the left cancels
 * it. `held` is false for a tap, a mouse and a keyboard, and if the finger was released before the recorder was loaded.
 */
export function useHold(press: VoicePress, onRelease: () => void, onCancel: () => void): { held: boolean } {
  const [held, setHeld] = useState(press.type === 'pointerdown');
  const released = useEffectEvent((event: PointerEvent) => {
    setHeld(false);
    if (event.timeStamp - press.timeStamp >= HOLD_MS) onRelease();
  });
  const swiped = useEffectEvent(onCancel);
  useEffect(() => {
    if (!held) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let startX: number | null = null;
    addEventListener('pointerup', (event) => released(event), { signal });
    // The browser took the touch over, for example for its question about the microphone.
    addEventListener('pointercancel', () => setHeld(false), { signal });
    addEventListener(
      'pointermove',
      ({ clientX }) => {
        startX ??= clientX;
        if (clientX - startX < -CANCEL_DISTANCE) swiped();
      },
      { signal },
    );
    return () => listeners.abort();
  }, [held]);
  return { held };
}
