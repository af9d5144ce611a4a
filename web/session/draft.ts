import { useState, useSyncExternalStore } from 'react';
import { persistentStorage } from '#web/page/browser-storage.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const keyOf = (member: number, recipient: number | string) => `draft:${member}:${recipient}`;

export const useStoredDraft = (member: number, recipient: number | string): string =>
  useSyncExternalStore(
    subscribe,
    () => persistentStorage.get(keyOf(member, recipient)) ?? '',
    () => '',
  );

/**
 * Draft of a message, for one recipient of one member. This browser stores it until it is sent or the member
 * logs out.
 */
export function useDraft(
  member: number,
  recipient: number | string,
): [text: string, setText: (text: string) => void] {
  const key = keyOf(member, recipient);
  const stored = useStoredDraft(member, recipient);
  const [typed, setTyped] = useState<{ key: string; text: string } | null>(null);
  return [
    typed?.key === key ? typed.text : stored,
    (next) => {
      setTyped({ key, text: next });
      if (next) persistentStorage.set(key, next);
      else persistentStorage.remove(key);
      for (const listener of listeners) listener();
    },
  ];
}
