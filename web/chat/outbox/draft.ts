import { useEffect, useState } from 'react';

/** The text being written to one profile, kept in this browser while it is not sent. */
export function useDraft(member: number, profile: number): [text: string, setText: (text: string) => void] {
  const key = `draft:${member}:${profile}`;
  const [text, setText] = useState('');
  useEffect(() => {
    setText(localStorage.getItem(key) ?? '');
  }, [key]);
  return [
    text,
    (next) => {
      setText(next);
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
    },
  ];
}
