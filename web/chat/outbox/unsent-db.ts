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

const NAME = 'unsent-messages';
const STORE = 'messages';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: 'client_id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs one request on the store. Without IndexedDB (private windows of some browsers) messages live as long as the page. */
async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const db = await open();
    return await new Promise<T>((resolve, reject) => {
      const request = ask(db.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    }).finally(() => db.close());
  } catch {
    return undefined;
  }
}

/** Says without opening the database whether a member may have unsent messages. */
const mark = (member: number) => `unsent:${member}`;
export const mayHaveUnsent = (member: number): boolean => localStorage.getItem(mark(member)) !== null;

export function keepUnsent(message: Unsent) {
  localStorage.setItem(mark(message.member), 'yes');
  return run('readwrite', (store) => store.put(message));
}

export const forgetUnsent = (clientId: string) => run('readwrite', (store) => store.delete(clientId));

/** What a member had not sent when the page was left, in the order of writing. */
export async function keptUnsent(member: number): Promise<Unsent[]> {
  const all = (await run('readonly', (store) => store.getAll() as IDBRequest<Unsent[]>)) ?? [];
  const own = all.filter((message) => message.member === member);
  if (own.length === 0) localStorage.removeItem(mark(member));
  return own.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
}
