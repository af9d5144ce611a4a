import { loadChunk } from '#web/session/missing-chunk.ts';
import type { Outcomes } from './follow-touch.ts';

let gestures: typeof import('./follow-touch.ts') | undefined;

/** Follows a touch with code that the first one loads. If that touch ends before the code arrives, it was a tap. */
export function startTouch(event: PointerEvent, line: HTMLElement, outcomes: Outcomes): void {
  if (gestures) return gestures.followTouch(event, line, outcomes);
  let ended = false;
  for (const name of ['pointerup', 'pointercancel'])
    window.addEventListener(name, () => (ended = true), { once: true });
  const load = () => import('./follow-touch.ts');
  void load()
    // A touch that scrolls has ended by now. One that goes on waits for the code.
    .catch((error: unknown) => {
      if (ended) throw error;
      return loadChunk(load);
    })
    .then((loaded) => {
      gestures = loaded;
      if (!ended) loaded.followTouch(event, line, outcomes);
    });
}
