import { type DBSchema, deleteDB, openDB } from 'idb';
import type { Chat, ChatSummary } from '#contract/chat/conversations.ts';
import { agesOf } from '#contract/membership/name-and-age.ts';
import { persistentStorage } from '#web/page/browser-storage.ts';

/** Stored copy of a conversation: text and names, without pictures. */
export interface StoredConversation {
  id: number;
  name: string;
  /** Both ages of a couple; null if the site hides ages. */
  age: string | null;
  messages: { own: boolean; text: string | null; kind: string; at: string }[];
}

interface OfflineSchema extends DBSchema {
  keys: { key: 'own'; value: { member: number; key: CryptoKey } };
  records: {
    key: number;
    value: { id: number; at: string; iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };
  };
}

const NAME = 'offline';
const MOST_CONVERSATIONS = 20;
const MOST_MESSAGES = 50;

/** localStorage flag that says whether anything is stored, so that the database need not be opened. */
const MARK = 'offline-kept';

const open = () =>
  openDB<OfflineSchema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('keys');
      db.createObjectStore('records', { keyPath: 'id' });
    },
  });

/**
 * Stores the latest messages of a conversation for offline reading. They are encrypted with a non-extractable
 * key, so deleting the key makes them unreadable. Conversations that another member stored here are deleted first.
 */
export async function storeConversation(
  member: number,
  { messages, ...conversation }: StoredConversation,
): Promise<void> {
  const key = await keyOf(member);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const words = new TextEncoder().encode(
    JSON.stringify({
      ...conversation,
      messages: messages.slice(-MOST_MESSAGES),
    } satisfies StoredConversation),
  );
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, words);
  const db = await open();
  try {
    const { store, done } = db.transaction('records', 'readwrite');
    await store.put({ id: conversation.id, at: messages.at(-1)?.at ?? '', iv, sealed });
    const all = await store.getAll();
    for (const old of all.toSorted((a, b) => b.at.localeCompare(a.at)).slice(MOST_CONVERSATIONS))
      await store.delete(old.id);
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
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const change = db.transaction(['keys', 'records'], 'readwrite');
    await change.objectStore('records').clear();
    await change.objectStore('keys').put({ member, key }, 'own');
    await change.done;
    persistentStorage.set(MARK, 'yes');
    return key;
  } finally {
    db.close();
  }
}

/**
 * Deletes conversations that the member may no longer read, because they were deleted or ended by a block.
 */
export async function dropConversations(except: (id: number) => boolean): Promise<void> {
  const db = await open();
  try {
    for (const id of await db.getAllKeys('records')) if (!except(id)) await db.delete('records', id);
  } finally {
    db.close();
  }
}

export async function storedConversations(): Promise<StoredConversation[]> {
  const db = await open();
  try {
    const own = await db.get('keys', 'own');
    if (!own) return [];
    const records = (await db.getAll('records')).toSorted((a, b) => b.at.localeCompare(a.at));
    return await Promise.all(
      records.map(
        async ({ iv, sealed }) =>
          JSON.parse(
            new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, own.key, sealed)),
          ) as StoredConversation,
      ),
    );
  } finally {
    db.close();
  }
}

export async function forgetConversations(): Promise<void> {
  if (persistentStorage.get(MARK) === null) return;
  await deleteDB(NAME);
  persistentStorage.remove(MARK);
}

export const wordsOf = (chat: Chat, member: number): StoredConversation | null =>
  chat.conversation && {
    id: chat.conversation.id,
    name: chat.profile.name,
    age: agesOf(chat.profile),
    messages: chat.messages.map(({ sender, text, kind, created_at }) => ({
      own: sender === member,
      text,
      kind,
      at: created_at,
    })),
  };

/** Stored form of a conversation that was never opened in this browser: only its last message. */
export const lastWordsOf = (
  { conversation, profile, last_message: last }: ChatSummary,
  member: number,
): StoredConversation => ({
  id: conversation.id,
  name: profile.name,
  age: agesOf(profile),
  messages: last
    ? [{ own: last.sender === member, text: last.text, kind: last.kind, at: last.created_at }]
    : [],
});
