import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FilledReply } from './use-replies.ts';

/** A slash at the start or after a space, and the letters typed after it. */
const SLASH = /(?:^|\s)\/([\p{L}\p{N}_-]*)$/u;
const MOST = 8;

/** Type-ahead of canned replies: a slash in the text opens the list, arrows and Enter choose from it. */
export function useSlash(text: string, onText: (text: string) => void, replies: FilledReply[]) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [picked, setPicked] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const typed = SLASH.exec(text.slice(0, caret))?.[1]?.toLowerCase();
  const isOpen = typed !== undefined && dismissed !== text && replies.length > 0;
  const offered = isOpen ? matching(replies, typed).slice(0, MOST) : [];
  const position = Math.min(picked, offered.length - 1);
  const current = offered[position];

  function choose({ words }: FilledReply) {
    const start = caret - (typed?.length ?? 0) - 1;
    flushSync(() => onText(text.slice(0, start) + words + text.slice(caret)));
    const left = /\{\{[^{}]*\}\}/.exec(words);
    const [from, to] = left ? [left.index, left.index + left[0].length] : [words.length, words.length];
    field.current?.focus();
    field.current?.setSelectionRange(start + from, start + to);
    setCaret(start + to);
    setPicked(0);
  }
  /** Returns whether the key was for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Escape') setDismissed(text);
    else if (step && offered.length > 0) setPicked((position + step + offered.length) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && current) choose(current);
    else return false;
    event.preventDefault();
    return true;
  }
  return {
    field,
    isOpen,
    offered,
    current,
    choose,
    onKeyDown,
    onCaret: (position: number) => {
      setCaret(position);
      setPicked(0);
    },
  };
}

const matching = (replies: FilledReply[], typed: string) => {
  const starts = replies.filter(({ shortcut }) => shortcut.startsWith(typed));
  const contains = replies.filter(
    ({ shortcut, words }) =>
      !shortcut.startsWith(typed) && `${shortcut} ${words}`.toLowerCase().includes(typed),
  );
  return [...starts, ...contains];
};
