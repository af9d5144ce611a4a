import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ErrorCode } from '#contract/errors.ts';

/** A message that the server has not acknowledged. It outlives reloads and goes out with the same `client_id`. */
export interface Unsent {
  client_id: string;
  /** Who writes, to whom. */
  member: number;
  profile: number;
  kind: 'text' | 'image' | 'gift';
  text?: string;
  gift?: string;
  file?: Blob;
  created_at: string;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  code?: ErrorCode;
  params?: Record<string, string | number>;
  /** Share of an image that is uploaded, 0 to 1. */
  progress?: number;
}

interface UnsentSchema extends DBSchema {
  messages: { key: string; value: Unsent };
}

/** Works on the store. Without IndexedDB (private windows of some browsers) messages live as long as the page. */
async function work<T>(run: (db: IDBPDatabase<UnsentSchema>) => Promise<T>): Promise<T | undefined> {
  try {
    const db = await openDB<UnsentSchema>('unsent-messages', 1, { upgrade: (db) => void db.createObjectStore('messages', { keyPath: 'client_id' }) });
    return await run(db).finally(() => db.close());
  } catch {
    return undefined;
  }
}

/** Says without opening the database whether a member may have unsent messages. */
const mark = (member: number) => `unsent:${member}`;
export const mayHaveUnsent = (member: number): boolean => localStorage.getItem(mark(member)) !== null;

export function keepUnsent(message: Unsent) {
  localStorage.setItem(mark(message.member), 'yes');
  return work((db) => db.put('messages', message));
}

export const forgetUnsent = (clientId: string) => work((db) => db.delete('messages', clientId));

/** What a member had not sent when the page was left, in the order of writing. */
export async function keptUnsent(member: number): Promise<Unsent[]> {
  const all = (await work((db) => db.getAll('messages'))) ?? [];
  const own = all.filter((message) => message.member === member);
  if (own.length === 0) localStorage.removeItem(mark(member));
  return own.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
}
