import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';

interface Gestures {
  move: (dx: number, dy: number) => void;
  zoom: (factor: number) => void;
}

/**
 * Turns pointer, wheel and key input on an element into moves and zooms. Returns the element's event handlers;
 * the wheel listener is attached directly.
 */
export function useGestures(element: RefObject<HTMLElement | null>, { move, zoom }: Gestures) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  useWheel(element, (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400));
  });
  // The dialog focuses its first button, but the arrow keys must reach the frame.
  useEffect(() => {
    const nextFrame = requestAnimationFrame(() => element.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(nextFrame);
  }, [element]);

  const onPointerEnd = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other) zoom(distance(now, other) / Math.max(1, distance(before, other)));
      const share = other ? 0.5 : 1;
      move((now.x - before.x) * share, (now.y - before.y) * share);
      fingers.current.set(event.pointerId, now);
    },
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onKeyDown(event: KeyboardEvent) {
      const step = event.shiftKey ? 40 : 10;
      const moves: Record<string, [number, number]> = {
        ArrowLeft: [step, 0],
        ArrowRight: [-step, 0],
        ArrowUp: [0, step],
        ArrowDown: [0, -step],
      };
      const by = moves[event.key];
      if (by) move(...by);
      else if (event.key === '+' || event.key === '=') zoom(1.1);
      else if (event.key === '-') zoom(1 / 1.1);
      else return;
      event.preventDefault();
    },
  };
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y);

/** React registers wheel listeners as passive, and those cannot prevent the page from scrolling. */
function useWheel(element: RefObject<HTMLElement | null>, handler: (event: WheelEvent) => void) {
  const onWheel = useEffectEvent(handler);
  useEffect(() => {
    const target = element.current;
    const listener = (event: WheelEvent) => onWheel(event);
    target?.addEventListener('wheel', listener, { passive: false });
    return () => target?.removeEventListener('wheel', listener);
  }, [element]);
}
