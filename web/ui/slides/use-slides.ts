import { type RefObject, useRef, useState } from 'react';

export function useSlides(strip: RefObject<HTMLElement | null>, count: number, first = 0) {
  const [at, setAt] = useState(first);
  const waiting = useRef(0);
  return {
    at: Math.min(at, Math.max(0, count - 1)),
    go(to: number, smooth = true) {
      const next = Math.max(0, Math.min(count - 1, to));
      const element = strip.current;
      if (!element) return setAt(next);
      const calm = !smooth || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      element.scrollTo({ left: next * element.clientWidth, behavior: calm ? 'instant' : 'smooth' });
      setAt(next);
    },
    /** A swipe has ended if no scroll event follows for a moment. */
    onScroll() {
      clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => {
        const element = strip.current;
        if (element) setAt(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
      }, 80);
    },
  };
}
