import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsent } from '#web/chat/outbox/outbox.ts';
import { chatsQuery } from '#web/session/queries.ts';

/**
 * State of the message that the credits were bought for. It is sent automatically once they are booked. Null
 * if the order was not made for a message, or if the state is unknown because another tab may have sent it.
 */
export function useWaitingMessage(returnTo: string | null): 'waits' | 'sending' | 'sent' | null {
  const conversation = Number(/\/chats\/(\d+)/.exec(returnTo ?? '')?.[1] ?? 0);
  const { data: chats } = useQuery({ ...chatsQuery, enabled: conversation > 0 });
  const profile =
    chats?.chats.find((one) => one.conversation.id === conversation)?.profile.id ??
    Number(/\/members\/(\d+)\/chat/.exec(returnTo ?? '')?.[1] ?? 0);
  const [first] = useUnsent(profile);
  const [seen, setSeen] = useState(false);
  if (first && !seen) setSeen(true);
  if (first) return first.state === 'failed' ? 'waits' : 'sending';
  return seen ? 'sent' : null;
}
