import { useEffect, useRef, useState } from 'react';
import { useLiveEvent } from '#web/session/live-events.ts';
import { useApi } from '#web/session/use-session.ts';

const FADE_MS = 5000;
const TELL_MS = 2500;

export function useTyping(profile: number): boolean {
  const [typing, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    setTyping(false);
  };
  useLiveEvent('typing', (event) => {
    if (event.profile !== profile) return;
    clearTimeout(timer.current);
    setTyping(true);
    timer.current = setTimeout(stop, FADE_MS);
  });
  useLiveEvent('message', ({ message }) => message.sender === profile && stop());
  useEffect(() => () => clearTimeout(timer.current), []);
  return typing;
}

/**
 * Sends a typing event at most every 2.5 s, and none before the first message, because no conversation exists
 * yet.
 */
export function useTellTyping(conversation: number | undefined): () => void {
  const api = useApi();
  const told = useRef(0);
  return () => {
    if (!conversation || Date.now() - told.current < TELL_MS) return;
    told.current = Date.now();
    api.call('typing', { body: { conversation } }).catch(() => {});
  };
}
