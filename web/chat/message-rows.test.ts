import { expect, test } from 'vitest';
import type { Chat, Message } from '#contract/chat/conversations.ts';
import { formatsOf } from '#web/i18n/format.ts';
import type { Unsent } from '#web/session/unsent-db.ts';
import { withOlder } from './chat-query.ts';
import { rowsOf } from './message-rows.ts';

const { sameDay } = formatsOf('en', 'UTC');

const message = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  conversation: 1,
  sender: 7,
  kind: 'text',
  text: `${id}`,
  image: null,
  gift: null,
  created_at: new Date(Date.UTC(2026, 10, 22, 12, id)).toISOString(),
  ...more,
});
const chat = (messages: Message[], more: Partial<Chat> = {}): Chat => ({
  conversation: { id: 1, last_message_at: null, credits_spent: 0 },
  profile: {} as Chat['profile'],
  messages,
  has_more: false,
  hidden_older: false,
  ...more,
});
const waiting = (client_id: string): Unsent => ({
  client_id,
  member: 9,
  profile: 7,
  kind: 'text',
  text: 'soon',
  created_at: new Date(Date.UTC(2026, 10, 22, 12, 50)).toISOString(),
  state: 'waiting',
});

test('keeps a message in one row from typing to storage, and never shows it twice', () => {
  const client_id = '8d4c3b1e-6f0a-4a52-9c1d-2f6d1c5f7a10';
  const before = rowsOf([message(1)], [waiting(client_id)], 9, false, sameDay);
  const both = rowsOf(
    [message(1), message(2, { sender: 9, client_id })],
    [waiting(client_id)],
    9,
    false,
    sameDay,
  );
  expect(before.map(({ key }) => key)).toEqual(both.map(({ key }) => key));
  expect(both.map(({ type }) => type)).toEqual(['message', 'message']);
});

test('keeps row keys stable when older messages of the same day are prepended', () => {
  const late = rowsOf([message(5), message(6)], [], 9, false, sameDay).map(({ key }) => key);
  const all = rowsOf([message(3), message(4), message(5), message(6)], [], 9, true, sameDay).map(
    ({ key }) => key,
  );
  expect(all.slice(2)).toEqual([...late, 'typing']);
});

test("shows the delivery state only on the member's newest message", () => {
  const rows = rowsOf(
    [message(1, { sender: 9 }), message(2, { sender: 9 }), message(3)],
    [],
    9,
    false,
    sameDay,
  );
  expect(rows.map((row) => row.type === 'message' && row.newest)).toEqual([false, true, false]);
});

test('joins a fresh page with the cached older messages where they overlap', () => {
  const known = chat([message(1), message(2), message(3)], { has_more: false, hidden_older: true });
  expect(withOlder(chat([message(3), message(4)], { has_more: true }), known)).toMatchObject({
    messages: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
    has_more: false,
    hidden_older: true,
  });
});

test('drops the cached messages after a gap or when the conversation was cleared', () => {
  const known = chat([message(1), message(2)]);
  expect(withOlder(chat([message(8), message(9)], { has_more: true }), known).messages).toHaveLength(2);
  expect(withOlder(chat([]), known).messages).toEqual([]);
  expect(withOlder(chat([message(2)]), known).messages).toHaveLength(1);
});
