import type { Outcomes } from './follow-touch.ts';

let gestures: typeof import('./follow-touch.ts') | undefined;

/** Follows a touch with code that the first one loads. If that touch ends before the code arrives, it was a tap. */
export function startTouch(event: PointerEvent, line: HTMLElement, outcomes: Outcomes): void {
  if (gestures) return gestures.followTouch(event, line, outcomes);
  let ended = false;
  for (const name of ['pointerup', 'pointercancel'])
    window.addEventListener(name, () => (ended = true), { once: true });
  void import('./follow-touch.ts').then((loaded) => {
    gestures = loaded;
    if (!ended) loaded.followTouch(event, line, outcomes);
  });
}
