import { useState } from 'react';
import { useBrowser } from '#web/session/use-browser.ts';

/** The text being written to one profile, kept in this browser while it is not sent. */
export function useDraft(member: number, profile: number): [text: string, setText: (text: string) => void] {
  const key = `draft:${member}:${profile}`;
  const kept = useBrowser(() => localStorage.getItem(key) ?? '', '');
  const [typed, setTyped] = useState<{ key: string; text: string } | null>(null);
  return [
    typed?.key === key ? typed.text : kept,
    (next) => {
      // What is typed shows even where the browser keeps nothing.
      setTyped({ key, text: next });
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
    },
  ];
}
