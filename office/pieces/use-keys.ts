import { useEffect, useEffectEvent } from 'react';

/**
 * Keyboard shortcuts without modifiers, inactive in fields other than boxes to tick. If a handler returns true, the key is not
 * typed.
 */
export function useKeys(onKey: (key: string) => boolean | void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (
      event.target instanceof Element &&
      event.target.closest('input:not([type=checkbox]), textarea, select, dialog')
    )
      return;
    if (onKey(event.key.length === 1 ? event.key.toLowerCase() : event.key) === true) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
