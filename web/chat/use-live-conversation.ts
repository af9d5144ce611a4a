import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { changeUser } from '#web/session/queries.ts';
import { chatsQuery, userQuery } from '#web/session/queries.ts';
import { useMember } from '#web/session/use-session.ts';
import { changeChat, changeSummary, type ChatTarget, chatQuery, placeMessage } from './chat-query.ts';

const SETTLE_MS = 250;

export function useLiveConversation(target: ChatTarget, chat: Chat) {
  const queries = useQueryClient();
  const member = useMember();
  const { profile, conversation } = chat;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reload = () => void queries.invalidateQueries({ queryKey: chatQuery(target).queryKey });
  /** Fetching the newest page marks it as read, so this happens only while the page is visible. */
  const markSeen = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => document.visibilityState === 'visible' && reload(), SETTLE_MS);
  };

  useLiveEvent('message', ({ message, profile: other }) => {
    if (other.id !== profile.id) return;
    placeMessage(queries, message, profile.id);
    if (message.sender === profile.id) markSeen();
  });
  useLiveEvent('message_changed', ({ message }) => placeMessage(queries, message));
  useLiveEvent('read', ({ conversation: id, message, by }) => {
    if (id !== conversation?.id || by === member.id) return;
    changeChat(queries, { conversation: id }, (known) => ({
      ...known,
      messages: known.messages.map((entry) =>
        entry.sender === member.id && entry.id <= message ? { ...entry, read: true } : entry,
      ),
    }));
  });
  useLiveEvent('presence', ({ profile: id, online }) => {
    if (id === profile.id)
      changeChat(queries, { profile: id }, (known) => ({ ...known, profile: { ...known.profile, online } }));
  });
  useLiveEvent('changed', (event) => {
    if (
      event.what === 'chats' &&
      (event.conversation === undefined || event.conversation === conversation?.id)
    )
      reload();
  });

  const seenAgain = useEffectEvent(() => document.visibilityState === 'visible' && markSeen());
  useEffect(() => {
    const back = () => void seenAgain();
    document.addEventListener('visibilitychange', back);
    return () => {
      document.removeEventListener('visibilitychange', back);
      clearTimeout(timer.current);
    };
  }, []);

  // If the periodically refetched list has messages that this conversation lacks, an event was lost.
  const listed = useQuery(chatsQuery).data?.chats.find((entry) => entry.conversation.id === conversation?.id);
  const newest = listed?.last_message?.id ?? 0;
  const known = chat.messages.at(-1)?.id ?? 0;
  const catchUp = useEffectEvent(() => newest > known && reload());
  useEffect(() => void catchUp(), [newest]);

  // Opening the conversation has reset the unread count on the server (docs/product.md 4.6), so reset it in
  // the list and in the badge.
  const unread = listed?.num_unread_messages ?? 0;
  const counted = listed?.muted ? 0 : unread;
  const shown = conversation?.id;
  useEffect(() => {
    if (shown === undefined || !unread || document.visibilityState !== 'visible') return;
    changeSummary(queries, shown, { num_unread_messages: 0 });
    const user = queries.getQueryData(userQuery.queryKey);
    if (user) changeUser(queries, { unread_messages: Math.max(0, user.unread_messages - counted) });
  }, [shown, unread, counted, queries]);
}
