import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const TYPING_MS = 5000;

/**
 * Keeps the desk's lists and the open conversation up to date. Returns the conversation whose member is
 * typing.
 */
export function useDeskEvents(): number | null {
  const queries = useQueryClient();
  const [typing, setTyping] = useState<number | null>(null);
  useEffect(() => {
    const stream = new EventSource('/api/admin/desk-events');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      void queries.invalidateQueries({ queryKey: ['desk'] });
      void queries.invalidateQueries({ queryKey: ['deskThread'] });
      void queries.invalidateQueries({ queryKey: ['deskFigures'] });
      void queries.invalidateQueries({ queryKey: ['deskBoard'] });
    };
    // Events sent while the stream was disconnected are lost, so refetch after reconnecting.
    let back = false;
    stream.addEventListener('open', () => {
      if (back) reload();
      back = true;
    });
    stream.addEventListener('desk', reload);
    stream.addEventListener('message', () => {
      setTyping(null);
      reload();
    });
    stream.addEventListener('typing', (event) => {
      setTyping((JSON.parse((event as MessageEvent<string>).data) as { conversation: number }).conversation);
      clearTimeout(timer);
      timer = setTimeout(() => setTyping(null), TYPING_MS);
    });
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [queries]);
  return typing;
}
