import { expect, test } from 'vitest';
import type { Chat, Message } from '#contract/chat/conversations.ts';
import type { Api } from '#web/api.ts';
import { makeQueryClient } from '#web/session/query-client.ts';
import { asDeleted, changeChat, chatQuery, placeMessage } from './chat-query.ts';

const target = { profile: 7 };
const message = (id: number) =>
  ({
    id,
    conversation: 1,
    sender: 7,
    kind: 'text',
    text: `${id}`,
    image: null,
    gift: null,
  }) as unknown as Message;
const conversation = { id: 1, last_message_at: null, credits_spent: 0 };
const chat = (messages: Message[]) =>
  ({ conversation, profile: { id: 7 }, messages, has_more: false, hidden_older: false }) as unknown as Chat;

/**
 * An open conversation with two messages whose next responses the tests resolve by hand. Each response
 * reflects the server's state at the time of its request.
 */
function open() {
  const stored = [message(1), message(2)];
  const asked: (() => void)[] = [];
  const api = {
    call: () => {
      const seen = chat([...stored]);
      return new Promise<Chat>((resolve) => asked.push(() => resolve(seen)));
    },
  } as unknown as Api;
  const queries = makeQueryClient(api);
  const query = chatQuery(target);
  queries.setQueryData(query.queryKey, chat([...stored]));
  const known = () => queries.getQueryData(query.queryKey)!.messages;
  /** Waits for request number `index` and resolves it. */
  const answer = async (index: number) => {
    await expect.poll(() => asked.length).toBeGreaterThan(index);
    asked[index]!();
  };
  const hear = (id: number) => {
    stored.push(message(id));
    placeMessage(queries, message(id), 7);
  };
  return { queries, query, stored, known, answer, asked, hear };
}
const idsOf = (messages: Message[]) => messages.map(({ id }) => id);

test('keeps a message that arrives while an older response is in flight', async () => {
  const { queries, query, known, answer, asked, hear } = open();
  const fetched = queries.fetchQuery({ ...query, staleTime: 0 });
  await expect.poll(() => asked.length).toBe(1);
  hear(3);
  await answer(0);
  await answer(1);
  await fetched;
  expect(idsOf(known())).toEqual([1, 2, 3]);
});

test('does not bring back a message deleted while an older response was in flight', async () => {
  const { queries, query, stored, known, answer, asked } = open();
  const fetched = queries.fetchQuery({ ...query, staleTime: 0 });
  await expect.poll(() => asked.length).toBe(1);
  stored[1] = asDeleted(stored[1]!);
  changeChat(queries, { profile: 7 }, (one) => ({ ...one, messages: [...stored] }));
  await answer(0);
  await answer(1);
  await fetched;
  expect(known()[1]!.kind).toBe('deleted');
});

test('shows the page with the newest messages even if messages never stop arriving', async () => {
  const { queries, query, known, answer, asked, hear } = open();
  const fetched = queries.fetchQuery({ ...query, staleTime: 0 });
  for (let n = 0; n < 3; n++) {
    await expect.poll(() => asked.length).toBe(n + 1);
    hear(3 + n);
    await answer(n);
  }
  await fetched;
  expect(idsOf(known())).toEqual([1, 2, 3, 4, 5]);
});

test('keeps an edit that arrives before its message, and shows it in the quotes of it', () => {
  const { queries, known } = open();
  const edited = { ...message(3), text: 'edited', revision: 1 };
  placeMessage(queries, edited, 7);
  expect(known().at(-1)).toMatchObject({ id: 3, text: 'edited' });
  placeMessage(queries, message(3), 7);
  expect(known().at(-1)).toMatchObject({ id: 3, text: 'edited' });

  placeMessage(queries, { ...message(4), quote: { id: 3, sender: 7, kind: 'text', text: 'edited' } }, 7);
  placeMessage(queries, { ...message(3), text: 'edited again', revision: 2 });
  expect(known().at(-1)?.quote?.text).toBe('edited again');
  placeMessage(queries, asDeleted({ ...message(3), revision: 3 }));
  expect(known().at(-1)?.quote).toMatchObject({ kind: 'deleted', text: null });
});

test('leaves a changed message of an older page to that page', () => {
  const { queries, query, known } = open();
  queries.setQueryData(query.queryKey, { ...chat([message(5)]), has_more: true });
  placeMessage(queries, { ...message(2), text: 'edited', revision: 1 });
  expect(idsOf(known())).toEqual([5]);
});
