/** A finger that rests this long on a message opens its menu. */
const HOLD_MS = 450;
const MOVED_PX = 10;
/** A swipe of this length acts. */
const SWIPE_PX = 56;
const MOST_PX = 76;

export interface Outcomes {
  onHold: () => void;
  onSwipe: () => void;
  /** By default to the right. */
  swipe?: 'left' | 'right';
}

/**
 * Follows a finger that was put on a message or on an entry of the list: held, it opens the menu; moved sideways, it
 * replies or archives.
 */
export function followTouch(
  start: PointerEvent,
  line: HTMLElement,
  { onHold, onSwipe, swipe = 'right' }: Outcomes,
): void {
  const forward = swipe === 'right' ? 1 : -1;
  const end = new AbortController();
  let moved = 0;
  const hold = setTimeout(
    () => {
      stop();
      // An event removed the entry, so the end of its touch never bubbled to the window.
      if (!line.isConnected) return;
      suppressClick();
      navigator.vibrate?.(10);
      onHold();
    },
    Math.max(0, HOLD_MS - (performance.now() - start.timeStamp)),
  );
  const stop = () => {
    end.abort();
    clearTimeout(hold);
    line.style.translate = '';
    line.style.transition = '';
    delete line.dataset['moved'];
  };
  const on = <K extends 'pointermove' | 'pointerup' | 'pointercancel' | 'contextmenu'>(
    name: K,
    handle: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(name, handle, { signal: end.signal });

  on('contextmenu', (event) => event.preventDefault());
  on('pointermove', (event) => {
    const across = (event.clientX - start.clientX) * forward;
    const along = Math.abs(event.clientY - start.clientY);
    if (Math.max(Math.abs(across), along) > MOVED_PX) clearTimeout(hold);
    if (across <= along) return;
    moved = across;
    line.style.transition = 'none';
    line.style.translate = `${forward * Math.min(Math.max(0, across - MOVED_PX), MOST_PX)}px`;
    line.dataset['moved'] = moved > SWIPE_PX ? 'far' : '';
  });
  on('pointerup', () => {
    stop();
    if (moved > MOVED_PX) suppressClick();
    if (moved > SWIPE_PX) onSwipe();
  });
  on('pointercancel', stop);
}

/** The finger's click comes after its gesture and would open the picture below it. */
function suppressClick() {
  const prevent = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', prevent, { capture: true, once: true });
  window.addEventListener(
    'pointerdown',
    () => window.removeEventListener('click', prevent, { capture: true }),
    { capture: true, once: true },
  );
}
