import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Chat, Message } from '#contract/chat.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { apiOf, callQuery, current } from '#web/session/query-client.ts';
import { chatsQuery } from '#web/session/queries.ts';

/** A conversation by its own id (`/chats/{id}`) or by the other (`/members/{id}/chat`). */
export type ChatTarget = { conversation: number } | { profile: number };

/** A conversation with the newest messages and what was loaded of the older ones. Asking for it marks it read. */
export const chatQuery = (target: ChatTarget) => {
  const queryKey = ['chat', target] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Chat> => {
      const known = () => client.getQueryData<Chat>(queryKey);
      let newest = 0;
      const fresh = await current(client, queryKey, () => {
        newest = newestOf(known());
        return apiOf(client).call('chat', { query: target }, { signal });
      });
      return withNewer(withOlder(fresh, known()), known(), newest);
    },
    staleTime: 5000,
  });
};

const newestOf = (chat: Chat | undefined) => chat?.messages.at(-1)?.id ?? 0;

/** A newest page with the messages that came after it was asked for, when `newest` was the last that was known. */
function withNewer(fresh: Chat, known: Chat | undefined, newest: number): Chat {
  const after = Math.max(newest, newestOf(fresh));
  const newer = known?.messages.filter(({ id }) => id > after) ?? [];
  return newer.length > 0 ? { ...fresh, messages: [...fresh.messages, ...newer] } : fresh;
}

/** Opening lines for a profile, in the member's language. */
export const icebreakersQuery = (profile: number, language: Locale) => ({
  ...callQuery('icebreakers', { query: { profile, language } }),
  staleTime: 3_600_000,
});

/** A newest page with the older messages that are known already, where the two meet. */
export function withOlder(fresh: Chat, known: Chat | undefined): Chat {
  const first = fresh.messages[0];
  if (!known || !first || !fresh.has_more) return fresh;
  const meets = known.messages.some(({ id }) => id >= first.id);
  if (!meets) return fresh;
  const older = known.messages.filter(({ id }) => id < first.id);
  return { ...fresh, messages: [...older, ...fresh.messages], has_more: older.length ? known.has_more : true, hidden_older: known.hidden_older };
}

/** Loads the fifty messages before those that are known. */
export async function loadOlder(queries: QueryClient, target: ChatTarget): Promise<void> {
  const { queryKey } = chatQuery(target);
  const known = queries.getQueryData(queryKey);
  const first = known?.messages[0];
  if (!known?.has_more || !first) return;
  const page = await apiOf(queries).call('chat', { query: { ...target, before: first.id } });
  prepend(queries, target, first.id, page);
}

/** Loads what lies between the messages that are known and an older one, with a page before it. */
export async function loadBackTo(queries: QueryClient, target: ChatTarget, message: number): Promise<void> {
  const { queryKey } = chatQuery(target);
  for (;;) {
    const known = queries.getQueryData(queryKey);
    const first = known?.messages[0];
    if (!known?.has_more || !first || first.id <= message) return;
    const page = await apiOf(queries).call('chat', { query: { ...target, before: first.id, to: message } });
    prepend(queries, target, first.id, page);
    if (page.messages.length === 0) return;
  }
}

/** Puts older messages before the first that was known when they were asked for. */
function prepend(queries: QueryClient, target: ChatTarget, first: number, page: Chat) {
  queries.setQueryData(chatQuery(target).queryKey, (chat) =>
    chat && chat.messages[0]?.id === first
      ? { ...chat, messages: [...page.messages, ...chat.messages], has_more: page.has_more, hidden_older: page.hidden_older }
      : chat,
  );
}

/** Changes every cached view of one conversation: it may be open by its id and by the other's profile. */
export function changeChat(queries: QueryClient, which: { conversation?: number | undefined; profile?: number | undefined }, change: (chat: Chat) => Chat) {
  for (const query of queries.getQueryCache().findAll({ queryKey: ['chat'] })) {
    const chat = query.state.data as Chat | undefined;
    if (!chat) continue;
    const same = chat.conversation ? chat.conversation.id === which.conversation || chat.profile.id === which.profile : chat.profile.id === which.profile;
    if (same) queries.setQueryData(query.queryKey, change(chat));
  }
}

/** Puts a message where it belongs, or replaces it: events and answers may bring the same one twice. */
export function placeMessage(queries: QueryClient, message: Message, profile: number) {
  changeChat(queries, { conversation: message.conversation, profile }, (chat) => {
    const known = chat.messages.some(({ id }) => id === message.id);
    const messages = known
      ? chat.messages.map((other) => (other.id === message.id ? { ...other, ...message, read: message.read || other.read } : other))
      : [...chat.messages, message].toSorted((a, b) => a.id - b.id);
    const spent = known ? 0 : (message.credits ?? 0);
    const conversation = chat.conversation ?? { id: message.conversation, last_message_at: null, credits_spent: 0 };
    return { ...chat, messages, conversation: { ...conversation, last_message_at: message.created_at, credits_spent: conversation.credits_spent + spent } };
  });
}

/** The tombstone of a deleted message. */
export const asDeleted = (message: Message): Message => ({ ...message, kind: 'deleted', text: null, image: null, gift: null });

/** Sets what the list of conversations shows of one of them. */
export function changeSummary(queries: QueryClient, conversation: number, change: { num_unread_messages?: number; online?: boolean }) {
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
                profile: { ...chat.profile, online: change.online ?? chat.profile.online },
              }
            : chat,
        ),
      },
  );
}
