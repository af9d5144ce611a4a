import { useEffect, useEffectEvent } from 'react';

/** Keys without modifiers, unless something is being written. A handler that answers true has used the key: it types nothing. */
export function useKeys(onKey: (key: string) => boolean | void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return;
    if (onKey(event.key.length === 1 ? event.key.toLowerCase() : event.key) === true) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
