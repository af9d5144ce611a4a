import { useState } from 'react';
import { useBrowser } from '#web/page/use-browser.ts';
import { persistentStorage } from './browser-storage.ts';

/**
 * Draft of a message, for one recipient of one member. This browser stores it until it is sent or the member
 * logs out.
 */
export function useDraft(
  member: number,
  recipient: number | string,
): [text: string, setText: (text: string) => void] {
  const key = `draft:${member}:${recipient}`;
  const stored = useBrowser(() => persistentStorage.get(key) ?? '', '');
  const [typed, setTyped] = useState<{ key: string; text: string } | null>(null);
  return [
    typed?.key === key ? typed.text : stored,
    (next) => {
      setTyped({ key, text: next });
      if (next) persistentStorage.set(key, next);
      else persistentStorage.remove(key);
    },
  ];
}
