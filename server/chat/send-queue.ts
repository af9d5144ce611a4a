import { codeOf, DatabaseUnavailable } from '../platform/database/index.ts';

/** Messages that one statement takes, and statements at work at once (performance.md, M1). */
const MOST_A_BATCH = 64;
const MOST_IN_FLIGHT = 2;
/** Beyond this many waiting sends the database is not keeping up, and saying so is kinder than a long wait. */
const MOST_WAITING = 5000;
const TRIES = 4;
/** Deadlock and serialization failure: the statement changed nothing and may simply run again. */
const RETRIED = new Set(['40P01', '40001']);

export interface SendQueue<Item extends { sender: number }, Outcome> {
  /** Resolves with the item's outcome once its batch is committed. */
  push(item: Item): Promise<Outcome>;
}

interface Waiting<Item, Outcome> {
  item: Item;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Gathers the sends of a process into batches for `store`. An idle queue waits for nothing: a send leaves at the end of
 * the turn of the event loop in which it came. A member has one message at work at a time, which keeps that member's
 * messages in order and lets `store` decide each by the rows as they are. A batch that fails is stored one by one, so
 * that one bad message does not take its neighbours along.
 */
export function createSendQueue<Item extends { sender: number }, Outcome>(store: (items: Item[]) => Promise<Outcome[]>): SendQueue<Item, Outcome> {
  let waiting: Waiting<Item, Outcome>[] = [];
  const busy = new Set<number>();
  let inFlight = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(pump);
  };

  function pump() {
    scheduled = false;
    while (inFlight < MOST_IN_FLIGHT) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      inFlight++;
      void storeAll(batch).finally(() => {
        inFlight--;
        for (const { item } of batch) busy.delete(item.sender);
        if (waiting.length > 0) schedule();
      });
    }
  }

  function takeBatch(): Waiting<Item, Outcome>[] {
    const batch: Waiting<Item, Outcome>[] = [];
    const left: Waiting<Item, Outcome>[] = [];
    for (const entry of waiting) {
      if (batch.length === MOST_A_BATCH || busy.has(entry.item.sender)) left.push(entry);
      else {
        busy.add(entry.item.sender);
        batch.push(entry);
      }
    }
    waiting = left;
    return batch;
  }

  async function storeAll(batch: Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await withRetries(() => store(batch.map(({ item }) => item)));
      batch.forEach(({ resolve }, index) => resolve(outcomes[index]!));
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable) return batch.forEach(({ reject }) => reject(error));
      for (const entry of batch) await storeAll([entry]);
    }
  }

  return {
    push: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MOST_WAITING) return reject(new DatabaseUnavailable(new Error('Too many messages are waiting to be stored.')));
        waiting.push({ item, resolve, reject });
        schedule();
      }),
  };
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !RETRIED.has(codeOf(error) ?? '')) throw error;
    }
  }
}
