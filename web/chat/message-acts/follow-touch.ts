/** A finger that rests this long on a message opens its menu. */
const HOLD_MS = 450;
const MOVED_PX = 10;
/** A swipe to the right of this length replies. */
const REPLY_PX = 56;
const MOST_PX = 76;

interface Outcomes {
  onHold: () => void;
  onSwipe: () => void;
}

/** Follows a finger that was put on a message: held, it opens the menu; moved to the right, it replies. */
export function followTouch(start: PointerEvent, line: HTMLElement, { onHold, onSwipe }: Outcomes): void {
  const end = new AbortController();
  let moved = 0;
  const hold = setTimeout(
    () => {
      stop();
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
  };
  const on = <K extends 'pointermove' | 'pointerup' | 'pointercancel' | 'contextmenu'>(
    name: K,
    handle: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(name, handle, { signal: end.signal });

  on('contextmenu', (event) => event.preventDefault());
  on('pointermove', (event) => {
    const across = event.clientX - start.clientX;
    const along = Math.abs(event.clientY - start.clientY);
    if (Math.max(Math.abs(across), along) > MOVED_PX) clearTimeout(hold);
    if (across <= along) return;
    moved = across;
    line.style.transition = 'none';
    line.style.translate = `${Math.min(Math.max(0, across - MOVED_PX), MOST_PX)}px`;
  });
  on('pointerup', () => {
    stop();
    if (moved > MOVED_PX) suppressClick();
    if (moved > REPLY_PX) onSwipe();
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
