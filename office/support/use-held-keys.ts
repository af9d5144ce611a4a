import { useEffect, useEffectEvent, useState } from 'react';

export interface Press {
  key: string;
  isCtrl: boolean;
  isShift: boolean;
}

/** The keys that the open thread has yet to act on. */
export interface HeldKeys {
  held: readonly Press[];
  /** An act on the open thread is under way. */
  isBusy: boolean;
  take: (count: number) => void;
  clear: () => void;
  /** Holds further keys until an act on `thread` has ended. Drops them if it fails. */
  during: (thread: number, act: Promise<unknown>) => void;
}

const none: readonly Press[] = [];
const actKeys = ['r', 'n', 'p', 't', 'c'];

/**
 * Keys for the open thread. They are held until it has loaded and the previous act has ended, and then act in
 * order. Otherwise a quick operator's keys would get lost or act on the thread before. `go` moves through the list.
 */
export function useHeldKeys(thread: number | null, go: (key: 'j' | 'k') => void): HeldKeys {
  const [keys, setKeys] = useState(none);
  const [busyOn, setBusyOn] = useState<number | null>(null);
  const held = thread === null ? none : keys;
  if (held !== keys && keys.length > 0) setKeys(none);
  const isBusy = thread !== null && busyOn === thread;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.repeat || isInField(event.target)) return;
    const press = { key: event.key, isCtrl: event.ctrlKey || event.metaKey, isShift: event.shiftKey };
    const lower = event.key.toLowerCase();
    const isFirst = held.length === 0;
    const step = isFirst && !isBusy && !press.isCtrl ? stepOf(lower) : null;
    if (step) go(step);
    else if (!isFirst && lower === 'escape') setKeys(none);
    else if (!isFirst && lower === 'backspace') setKeys(held.slice(0, -1));
    else if (thread !== null && isHeld(press, !isFirst)) setKeys([...held, press]);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return {
    held,
    isBusy,
    take: (count) => setKeys((before) => before.slice(count)),
    clear: () => setKeys(none),
    during(id, act) {
      setBusyOn(id);
      void act
        .catch(() => setKeys(none))
        .finally(() => setBusyOn((before) => (before === id ? null : before)));
    },
  };
}

const stepOf = (key: string) => (key === 'j' || key === 'k' ? key : null);

const isInField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null;

/** After the first held key, the following ones may be text for the field that it opens. */
function isHeld({ key, isCtrl }: Press, isFurther: boolean): boolean {
  if (isFurther && (key === 'Enter' || key === 'ArrowDown')) return true;
  if (isCtrl) return false;
  return isFurther ? key.length === 1 : [...actKeys, 'j', 'k'].includes(key.toLowerCase());
}
