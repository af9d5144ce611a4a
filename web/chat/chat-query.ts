import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Chat, Message, Quote } from '#contract/chat/conversations.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { apiOf, callQuery, fetchCurrent } from '#web/session/query-client.ts';

/** A conversation by its own id (`/chats/{id}`) or by the other member's (`/members/{id}/chat`). */
export type ChatTarget = { conversation: number } | { profile: number };

/** A conversation with its newest messages and the older ones loaded so far. Fetching it marks it as read. */
export const chatQuery = (target: ChatTarget) => {
  const queryKey = ['chat', target] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Chat> => {
      const known = () => client.getQueryData<Chat>(queryKey);
      let newest = 0;
      const fresh = await fetchCurrent(client, queryKey, () => {
        newest = newestOf(known());
        return apiOf(client).call('chat', { query: target }, { signal });
      });
      return withNewer(withOlder(fresh, known()), known(), newest);
    },
    staleTime: 5000,
  });
};

const newestOf = (chat: Chat | undefined) => chat?.messages.at(-1)?.id ?? 0;

/**
 * Adds cached messages newer than `newest` to a fresh page, because they arrived while the page was being
 * fetched.
 */
function withNewer(fresh: Chat, known: Chat | undefined, newest: number): Chat {
  const after = Math.max(newest, newestOf(fresh));
  const newer = known?.messages.filter(({ id }) => id > after) ?? [];
  return newer.length > 0 ? { ...fresh, messages: [...fresh.messages, ...newer] } : fresh;
}

export const icebreakersQuery = (profile: number, language: Locale) => ({
  ...callQuery('icebreakers', { query: { profile, language } }),
  staleTime: 3_600_000,
});

export function withOlder(fresh: Chat, known: Chat | undefined): Chat {
  const first = fresh.messages[0];
  if (!known || !first || !fresh.has_more) return fresh;
  const meets = known.messages.some(({ id }) => id >= first.id);
  if (!meets) return fresh;
  const older = known.messages.filter(({ id }) => id < first.id);
  return {
    ...fresh,
    messages: [...older, ...fresh.messages],
    has_more: older.length ? known.has_more : true,
    hidden_older: known.hidden_older,
  };
}

/**
 * Updates every cached view of a conversation, which may be open by its id and by the other member's profile.
 */
export function changeChat(
  queries: QueryClient,
  which: { conversation?: number | undefined; profile?: number | undefined },
  change: (chat: Chat) => Chat,
) {
  for (const query of queries.getQueryCache().findAll({ queryKey: ['chat'] })) {
    const chat = query.state.data as Chat | undefined;
    if (!chat) continue;
    const same = chat.conversation
      ? chat.conversation.id === which.conversation || chat.profile.id === which.profile
      : chat.profile.id === which.profile;
    if (same) queries.setQueryData(query.queryKey, change(chat));
  }
}

const revisionOf = ({ revision = 0 }: Message) => revision;

/** The messages with another version of one of them, and with its text where others quote it. */
function withVersion(messages: readonly Message[], message: Message): Message[] {
  const { id, sender, kind, text } = message;
  return messages.map((other) => {
    if (other.id === id) {
      // Left out of a message without them.
      const none = { quote: undefined, reactions: undefined, edited_at: undefined };
      return { ...other, ...none, ...message, read: message.read || other.read };
    }
    return other.quote?.id === id ? { ...other, quote: { id, sender, kind, text } } : other;
  });
}

/**
 * Inserts or replaces a message. Events and responses may deliver it in any order, so an older version is
 * ignored. A message older than the loaded ones is not inserted: loading its page will bring it.
 */
export function placeMessage(queries: QueryClient, message: Message, profile?: number) {
  changeChat(queries, { conversation: message.conversation, profile }, (chat) => {
    const known = chat.messages.find(({ id }) => id === message.id);
    if (known && revisionOf(known) > revisionOf(message)) return chat;
    const changed = withVersion(chat.messages, message);
    if (known || (chat.has_more && message.id < (chat.messages[0]?.id ?? 0)))
      return { ...chat, messages: changed };
    const messages = [...changed, message].toSorted((a, b) => a.id - b.id);
    const spent = message.credits ?? 0;
    const conversation = chat.conversation ?? {
      id: message.conversation,
      last_message_at: null,
      credits_spent: 0,
    };
    return {
      ...chat,
      messages,
      conversation: {
        ...conversation,
        last_message_at: message.created_at,
        credits_spent: conversation.credits_spent + spent,
      },
    };
  });
}

export const asDeleted = (message: Message): Message => ({
  ...message,
  kind: 'deleted',
  text: null,
  image: null,
  gift: null,
  reactions: undefined,
});

export const quoteOf = ({ id, sender, kind, text }: Quote): Quote => ({ id, sender, kind, text });

export function changeSummary(
  queries: QueryClient,
  conversation: number,
  change: { num_unread_messages?: number; marked_unread?: undefined; online?: boolean },
) {
  queries.setQueryData(
    chatsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        chats: known.chats.map((chat) =>
          chat.conversation.id === conversation
            ? {
                ...chat,
                num_unread_messages: change.num_unread_messages ?? chat.num_unread_messages,
                marked_unread: 'marked_unread' in change ? undefined : chat.marked_unread,
                profile: { ...chat.profile, online: change.online ?? chat.profile.online },
              }
            : chat,
        ),
      },
  );
}
