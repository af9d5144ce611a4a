import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Quote } from '#contract/chat/conversations.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { persistentStorage } from '#web/page/browser-storage.ts';
import { unsentMark } from './unsent-mark.ts';

export type UnsentContent =
  | (Reply &
      (
        | { kind: 'text'; text: string }
        | { kind: 'gift'; gift: string }
        | {
            kind: 'image';
            file: Blob;
            text?: string | undefined;
            /** The pictures after the first. */
            album?: Blob[];
            /** The recipient can open it once. */
            view_once?: boolean;
          }
        | { kind: 'voice'; file: Blob; waveform: string; duration_ms: number }
      ))
  | { kind: 'edit'; message: { id: number; conversation: number }; text: string };

interface Reply {
  quote?: Quote | undefined;
  /** The prompt of the profile whose answer the message is about, or its photo as `photo:<id>`. */
  about?: string | undefined;
  /** The message about it also gives a like. */
  like?: boolean;
}

export interface UnsentState {
  state: 'waiting' | 'failed';
  code?: ErrorCode | undefined;
  params?: Record<string, string | number>;
  progress?: number | undefined;
  /** The sender wants to send the picture although it looks intimate. */
  intimate_confirmed?: boolean | undefined;
  /** The sender wants to send the text although its words may not be welcome. */
  words_confirmed?: boolean | undefined;
}

/**
 * A message that the server has not acknowledged. It survives reloads and is resent with the same
 * `client_id`.
 */
export type Unsent = UnsentContent &
  UnsentState & {
    client_id: string;
    member: number;
    profile: number;
    created_at: string;
  };

/** An edit is not a row of the conversation; it changes the row of its message. */
export type UnsentEdit = Extract<Unsent, { kind: 'edit' }>;
export type UnsentMessage = Exclude<Unsent, { kind: 'edit' }>;

interface UnsentSchema extends DBSchema {
  messages: { key: string; value: Unsent };
}

/**
 * Runs a transaction on the store. Without IndexedDB (private windows of some browsers) messages only last as
 * long as the page.
 */
async function work<T>(run: (db: IDBPDatabase<UnsentSchema>) => Promise<T>): Promise<T | undefined> {
  try {
    const db = await openDB<UnsentSchema>('unsent-messages', 1, {
      upgrade: (db) => void db.createObjectStore('messages', { keyPath: 'client_id' }),
    });
    return await run(db).finally(() => db.close());
  } catch {
    return undefined;
  }
}

export async function storeUnsent(message: Unsent) {
  persistentStorage.set(unsentMark(message.member), 'yes');
  await work((db) => db.put('messages', message));
  if (!navigator.onLine) await sendLater().catch(() => {});
}

declare global {
  interface ServiceWorkerRegistration {
    /** Only in Chromium. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/** Lets the service worker send what is stored once the network is back, even if the page is closed by then. */
async function sendLater(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register('unsent');
}

export const deleteUnsent = (clientId: string) => work((db) => db.delete('messages', clientId));

export async function loadUnsent(member: number): Promise<Unsent[]> {
  const all = (await work((db) => db.getAll('messages'))) ?? [];
  const own = all.filter((message) => message.member === member);
  if (own.length === 0) persistentStorage.remove(unsentMark(member));
  return own.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
}

export async function forgetUnsent(member: number): Promise<void> {
  for (const { client_id } of await loadUnsent(member)) await deleteUnsent(client_id);
  persistentStorage.remove(unsentMark(member));
}
