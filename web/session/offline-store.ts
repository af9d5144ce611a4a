import { type DBSchema, deleteDB, openDB } from 'idb';
import type { Chat, ChatSummary } from '#contract/chat.ts';

/** What is kept of a conversation: words and names, no pictures. */
export interface KeptConversation {
  id: number;
  name: string;
  age: number | null;
  messages: { own: boolean; text: string | null; kind: string; at: string }[];
}

interface OfflineSchema extends DBSchema {
  keys: { key: 'own'; value: { member: number; key: CryptoKey } };
  records: { key: number; value: { id: number; at: string; iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer } };
}

const NAME = 'offline';
const MOST_CONVERSATIONS = 20;
const MOST_MESSAGES = 50;

/** Says without opening the database whether anything is kept. */
const MARK = 'offline-kept';

const open = () =>
  openDB<OfflineSchema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('keys');
      db.createObjectStore('records', { keyPath: 'id' });
    },
  });

/**
 * Keeps the latest messages of a conversation in this browser, to be read without a network. They are sealed by a key that
 * cannot be taken out of the browser; forgetting the key forgets them all. Another member's are forgotten first.
 */
export async function keepConversation(member: number, { id, name, age, messages }: KeptConversation): Promise<void> {
  const key = await keyOf(member);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const words = new TextEncoder().encode(JSON.stringify({ id, name, age, messages: messages.slice(-MOST_MESSAGES) } satisfies KeptConversation));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, words);
  const db = await open();
  try {
    const { store, done } = db.transaction('records', 'readwrite');
    await store.put({ id, at: messages.at(-1)?.at ?? '', iv, sealed });
    const all = await store.getAll();
    for (const old of all.toSorted((a, b) => b.at.localeCompare(a.at)).slice(MOST_CONVERSATIONS)) await store.delete(old.id);
    await done;
  } finally {
    db.close();
  }
}

async function keyOf(member: number): Promise<CryptoKey> {
  const db = await open();
  try {
    const known = await db.get('keys', 'own');
    if (known?.member === member) return known.key;
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const change = db.transaction(['keys', 'records'], 'readwrite');
    await change.objectStore('records').clear();
    await change.objectStore('keys').put({ member, key }, 'own');
    await change.done;
    localStorage.setItem(MARK, 'yes');
    return key;
  } finally {
    db.close();
  }
}

/** Removes a conversation that is no longer the member's to read: deleted, or ended by a block. */
export async function dropConversations(except: (id: number) => boolean): Promise<void> {
  const db = await open();
  try {
    for (const id of await db.getAllKeys('records')) if (!except(id)) await db.delete('records', id);
  } finally {
    db.close();
  }
}

/** What was kept, the latest conversation first. */
export async function keptConversations(): Promise<KeptConversation[]> {
  const db = await open();
  try {
    const own = await db.get('keys', 'own');
    if (!own) return [];
    const records = (await db.getAll('records')).toSorted((a, b) => b.at.localeCompare(a.at));
    return await Promise.all(
      records.map(
        async ({ iv, sealed }) =>
          JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, own.key, sealed))) as KeptConversation,
      ),
    );
  } finally {
    db.close();
  }
}

/** Forgets everything, at logout and when the session has ended. */
export async function forgetConversations(): Promise<void> {
  if (localStorage.getItem(MARK) === null) return;
  await deleteDB(NAME);
  localStorage.removeItem(MARK);
}

/** The words of a conversation as they are kept. */
export const wordsOf = (chat: Chat, member: number): KeptConversation | null =>
  chat.conversation && {
    id: chat.conversation.id,
    name: chat.profile.name,
    age: chat.profile.age,
    messages: chat.messages.map(({ sender, text, kind, created_at }) => ({ own: sender === member, text, kind, at: created_at })),
  };

/** The last message of a conversation that was not opened here. */
export const lastWordsOf = ({ conversation, profile, last_message: last }: ChatSummary, member: number): KeptConversation => ({
  id: conversation.id,
  name: profile.name,
  age: profile.age,
  messages: last ? [{ own: last.sender === member, text: last.text, kind: last.kind, at: last.created_at }] : [],
});
