import { codeOf, DatabaseUnavailable } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

/** Messages that one statement takes, and statements at work at once (benches, send). */
const MOST_A_BATCH = 64;
const MOST_IN_FLIGHT = 2;
/**
 * When the oldest send has waited this long and more wait than the next batches take, the database is not keeping up: new
 * sends are refused at once, so that those accepted still get through soon.
 */
const LATE_MS = 1000;
const MOST_WAITING_LATE = MOST_A_BATCH * MOST_IN_FLIGHT;
const RETRY_AFTER_SECONDS = 2;
/** A send is answered within this time, stored or not: below the 10 s that browsers and proxies wait. A repeat of it finds what became of it. */
const DEADLINE_MS = 8000;
const TRIES = 4;
/** Deadlock and serialization failure: the statement changed nothing and may simply run again. */
const RETRIED = new Set(['40P01', '40001']);

export interface SendQueue<Item extends { sender: number }, Outcome> {
  /**
   * Resolves with the item's outcome once its batch is committed. Refuses `unavailable` while sends are late, and rejects with
   * `DatabaseUnavailable` at the deadline.
   */
  push(item: Item): Promise<Outcome>;
}

interface Waiting<Item, Outcome> {
  item: Item;
  /** By `performance.now()`. */
  since: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Times that tests shorten. */
interface Times {
  lateMs?: number;
  deadlineMs?: number;
}

/**
 * Gathers the sends of a process into batches for `store`. An idle queue waits for nothing: a send leaves at the end of
 * the turn of the event loop in which it came. A member has one message at work at a time, which keeps that member's
 * messages in order and lets `store` decide each by the rows as they are. A batch that fails is stored one by one, so
 * that one bad message does not take its neighbours along.
 */
export function createSendQueue<Item extends { sender: number }, Outcome>(
  store: (items: Item[]) => Promise<Outcome[]>,
  { lateMs = LATE_MS, deadlineMs = DEADLINE_MS }: Times = {},
): SendQueue<Item, Outcome> {
  let waiting: Waiting<Item, Outcome>[] = [];
  /** Everything that has no answer yet, oldest first. */
  const open = new Set<Waiting<Item, Outcome>>();
  const busy = new Set<number>();
  let inFlight = 0;
  let scheduled = false;
  let deadline: NodeJS.Timeout | null = null;

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
        for (const entry of batch) {
          busy.delete(entry.item.sender);
          open.delete(entry);
        }
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

  /** Answers what is past its deadline; what is at work may still be stored, what waits is given up. */
  function giveUp() {
    deadline = null;
    const now = performance.now();
    for (const entry of open) {
      if (now - entry.since < deadlineMs) break;
      open.delete(entry);
      entry.reject(new DatabaseUnavailable(new Error('The message was not stored in time.')));
    }
    waiting = waiting.filter((entry) => open.has(entry));
    watch();
  }

  function watch() {
    const oldest = open.values().next().value;
    if (!deadline && oldest) deadline = setTimeout(giveUp, Math.max(1, deadlineMs - (performance.now() - oldest.since))).unref();
  }

  const isLate = () => waiting.length >= MOST_WAITING_LATE && performance.now() - waiting[0]!.since > lateMs;

  return {
    push: (item) =>
      new Promise((resolve, reject) => {
        if (isLate()) return reject(refuse('unavailable', {}, RETRY_AFTER_SECONDS));
        const entry = { item, since: performance.now(), resolve, reject };
        waiting.push(entry);
        open.add(entry);
        watch();
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
