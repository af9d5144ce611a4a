import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Tx } from '#server/platform/database/index.ts';
import { chanceOf } from './chance.ts';
import { before } from './members.ts';
import type { DemoPerson } from './person.ts';
import { drawIds, insertRows } from './rows.ts';
import type { Conversation } from './society.ts';

type Written = {
  conversation: number;
  id: number;
  sender: number;
  client_id: string;
  body: string;
  credits: number;
  created_at: string;
  other: number;
};

type WrittenConversation = Conversation & { id: number; messages: Written[] };

/**
 * Writes conversations and messages, and books their cost: premium members paid a credit for each message,
 * and free members used up free messages. Each balance is the sum of its ledger rows: one `demo_grant`, then
 * one row for each paid message.
 */
export async function insertChats(
  tx: Tx,
  people: readonly DemoPerson[],
  conversations: readonly Conversation[],
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const chance = chanceOf('client ids');
  const conversationIds = await drawIds(tx, 'conversations', conversations.length);
  const lines = conversations
    .flatMap((one, c) =>
      one.lines.map((line) => ({ ...line, c, other: line.by === one.starter ? one.other : one.starter })),
    )
    .sort((a, b) => b.minutesAgo - a.minutesAgo);
  const messageIds = await drawIds(tx, 'messages', lines.length);
  const messages = lines.map((line, i): Written => ({
    conversation: itemAt(conversationIds, line.c),
    id: itemAt(messageIds, i),
    sender: line.by,
    client_id: uuid(chance.next),
    body: line.text,
    credits: itemAt(people, line.by).premium ? 1 : 0,
    created_at: before(now, line.minutesAgo),
    other: line.other,
  }));

  const written = conversations.map((one, c): WrittenConversation => {
    const id = itemAt(conversationIds, c);
    return { ...one, id, messages: messages.filter(({ conversation }) => conversation === id) };
  });
  await insertConversations(tx, written, ids);
  await insertMessages(tx, messages, ids);
  await insertParticipants(tx, written, ids);
  await bookMessages(tx, people, messages, ids, now);
}

function insertConversations(
  tx: Tx,
  conversations: readonly WrittenConversation[],
  ids: readonly number[],
): Promise<void> {
  return insertRows(
    tx,
    'conversations',
    {
      id: 'bigint',
      member_low: 'bigint',
      member_high: 'bigint',
      last_message_id: 'bigint',
      last_message_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    conversations.map(({ id, starter, other, messages }) => {
      const pair = [itemAt(ids, starter), itemAt(ids, other)];
      return {
        id,
        member_low: Math.min(...pair),
        member_high: Math.max(...pair),
        last_message_id: itemAt(messages, -1).id,
        last_message_at: itemAt(messages, -1).created_at,
        created_at: itemAt(messages, 0).created_at,
      };
    }),
  );
}

function insertMessages(tx: Tx, messages: readonly Written[], ids: readonly number[]): Promise<void> {
  return insertRows(
    tx,
    'messages',
    {
      conversation_id: 'bigint',
      id: 'bigint',
      sender_id: 'bigint',
      client_id: 'uuid',
      kind: 'text',
      body: 'text',
      credits: 'int',
      created_at: 'timestamptz',
    },
    messages.map((m) => ({ ...m, conversation_id: m.conversation, sender_id: ids[m.sender], kind: 'text' })),
  );
}

function insertParticipants(
  tx: Tx,
  conversations: readonly WrittenConversation[],
  ids: readonly number[],
): Promise<void> {
  return insertRows(
    tx,
    'participants',
    {
      member_id: 'bigint',
      conversation_id: 'bigint',
      other_id: 'bigint',
      unread: 'int',
      last_read_id: 'bigint',
      last_message_id: 'bigint',
      messages_sent: 'int',
      credits_spent: 'int',
      last_sender_id: 'bigint',
      last_kind: 'text',
      last_excerpt: 'text',
      last_sent_at: 'timestamptz',
    },
    conversations.flatMap((one) => [participant(one, one.starter, ids), participant(one, one.other, ids)]),
  );
}

function participant(one: WrittenConversation, who: number, ids: readonly number[]) {
  const { messages } = one;
  const last = itemAt(messages, -1);
  const sent = messages.filter((message) => message.sender === who);
  const unread = last.sender === who ? 0 : one.unread;
  return {
    member_id: ids[who],
    conversation_id: one.id,
    other_id: ids[who === one.starter ? one.other : one.starter],
    unread,
    last_read_id: messages.at(-1 - unread)?.id ?? 0,
    last_message_id: last.id,
    messages_sent: sent.length,
    credits_spent: sent.reduce((sum, message) => sum + message.credits, 0),
    last_sender_id: ids[last.sender],
    last_kind: 'text',
    last_excerpt: last.body.slice(0, 160),
    last_sent_at: last.created_at,
  };
}

async function bookMessages(
  tx: Tx,
  people: readonly DemoPerson[],
  messages: readonly Written[],
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const entries: object[] = [];
  const totals: object[] = [];
  people.forEach((person, i) => {
    const sent = messages.filter((message) => message.sender === i);
    const paid = sent.filter((message) => message.credits > 0);
    let balance = person.credits + paid.reduce((sum, message) => sum + message.credits, 0);
    if (balance > 0) {
      entries.push({
        member_id: ids[i],
        kind: 'demo_grant',
        credits: balance,
        counter_account: 'granted',
        balance,
        idempotency_key: 'demo',
        created_at: before(now, person.signupDaysAgo * 1440),
      });
    }
    for (const message of paid) {
      balance -= message.credits;
      entries.push({
        member_id: ids[i],
        kind: 'message',
        credits: -message.credits,
        counter_account: 'spent',
        balance,
        idempotency_key: `message:${message.conversation}:${message.client_id}`,
        conversation_id: message.conversation,
        message_id: message.id,
        other_id: ids[message.other],
        created_at: message.created_at,
      });
    }
    const month = now.toISOString().slice(0, 7);
    const thisMonth = paid.filter((message) => message.created_at.startsWith(month));
    totals.push({
      id: ids[i],
      credits: balance,
      free: sent.length - paid.length,
      started: new Set(sent.map((message) => message.conversation)).size,
      month: thisMonth.length > 0 ? `${month}-01` : null,
      spent: thisMonth.reduce((sum, message) => sum + message.credits, 0),
    });
  });
  await insertRows(
    tx,
    'ledger_entries',
    {
      member_id: 'bigint',
      kind: 'text',
      credits: 'int',
      counter_account: 'text',
      balance: 'int',
      idempotency_key: 'text',
      conversation_id: 'bigint',
      message_id: 'bigint',
      other_id: 'bigint',
      created_at: 'timestamptz',
      id: 'bigint',
    },
    await numbered(tx, entries),
  );
  await sql`update members m
    set credits = t.credits, free_messages_used = t.free, conversations_started = t.started, spending_month = t.month, spending_month_credits = t.spent
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as t (id bigint, credits int, free int, started int, month date, spent int)
    where m.id = t.id`.execute(tx);
}

// Ledger rows of one member must be in the order of their running balances.
async function numbered(tx: Tx, entries: object[]): Promise<object[]> {
  const drawn = await drawIds(tx, 'ledger_entries', entries.length);
  return entries.map((entry, i) => ({ ...entry, id: drawn[i] }));
}

function uuid(next: () => number): string {
  const hex = Array.from({ length: 32 }, (_, i) =>
    (i === 12 ? 4 : i === 16 ? 8 + Math.floor(next() * 4) : Math.floor(next() * 16)).toString(16),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
