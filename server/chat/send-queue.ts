import { itemAt } from '#contract/must.ts';
import { codeOf, DatabaseUnavailable, isNodeDown } from '../platform/database/index.ts';
import { MAX_BATCHES_IN_FLIGHT } from '../platform/database/pool.ts';
import { refuse } from '../platform/http/refusal.ts';

const MOST_A_BATCH = 64;
/** Below this size, the cost of a batch outweighs what overlapping gains. */
const LEAST_FULL_BATCH = 16;
/**
 * If the oldest send has waited this long and more wait than two full batches, the database is
 * overloaded. New sends are then rejected immediately, so that accepted ones still finish soon.
 */
const LATE_MS = 1000;
const MOST_WAITING_LATE = MOST_A_BATCH * MAX_BATCHES_IN_FLIGHT;
const RETRY_AFTER_SECONDS = 2;
/**
 * Every send gets a response within this time, stored or not. Browsers and proxies wait 10 s. A repeat
 * reveals whether it was stored.
 */
const DEADLINE_MS = 8000;
const TRIES = 4;
/** Deadlock and serialization failure: the query changed nothing and can be retried. */
const RETRIED = new Set(['40P01', '40001']);
/** Waited too long for a locked row (`lock_timeout` of send_messages): nothing of the batch was stored. */
export const LOCKED = '55P03';
const LOCKED_RETRY_MS = 250;

export interface SendQueue<Item extends { sender: number }, Outcome> {
  /**
   * Resolves with the item's outcome once its batch is committed. Throws `unavailable` while sends are late,
   * and rejects with `DatabaseUnavailable` at the deadline.
   */
  push(item: Item): Promise<Outcome>;
}

interface Waiting<Item, Outcome> {
  item: Item;
  /** On the `performance.now()` clock. */
  since: number;
  /** It met a locked row, so it is stored alone from now on. */
  blocked: boolean;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Times {
  lateMs?: number;
  deadlineMs?: number;
}

/**
 * Batches a process's sends for `store`. An idle queue adds no delay: a send is stored at the end of the
 * event loop turn in which it arrived. Each member has at most one message in progress, which preserves the
 * order of their messages and lets `store` check each message against committed rows. A failed batch is
 * retried one by one, so that one bad message does not fail the others. A message that meets a locked row is then
 * retried alone until the deadline, by one statement at a time, while the others go on.
 */
export function createSendQueue<Item extends { sender: number }, Outcome>(
  store: (items: Item[]) => Promise<Outcome[]>,
  { lateMs = LATE_MS, deadlineMs = DEADLINE_MS }: Times = {},
): SendQueue<Item, Outcome> {
  let waiting: Waiting<Item, Outcome>[] = [];
  const open = new Set<Waiting<Item, Outcome>>();
  const busy = new Set<number>();
  let inFlight = 0;
  let blockedInFlight = false;
  let scheduled = false;
  let deadline: NodeJS.Timeout | null = null;

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(pump);
  };

  function pump() {
    scheduled = false;
    while (inFlight < MAX_BATCHES_IN_FLIGHT) {
      const { batch, left } = takeBatch(waiting, busy, blockedInFlight, batchLimit(open.size));
      waiting = left;
      if (batch.length === 0) return;
      inFlight++;
      const blocked = batch.some((entry) => entry.blocked);
      if (blocked) blockedInFlight = true;
      void storeBatch(store, batch).then((postponed) => {
        inFlight--;
        if (blocked) blockedInFlight = false;
        for (const entry of batch) {
          if (postponed.has(entry)) continue;
          busy.delete(entry.item.sender);
          open.delete(entry);
        }
        for (const entry of postponed) setTimeout(() => retry(entry), LOCKED_RETRY_MS);
        if (waiting.length > 0) schedule();
      });
    }
  }

  /** Puts a message before the others of its sender, who have waited for it. */
  function retry(entry: Waiting<Item, Outcome>) {
    entry.blocked = true;
    busy.delete(entry.item.sender);
    if (open.has(entry)) waiting.unshift(entry);
    schedule();
  }

  /** Rejects sends past their deadline. Those in progress may still be stored; waiting ones are dropped. */
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
    if (!deadline && oldest)
      deadline = setTimeout(giveUp, Math.max(1, deadlineMs - (performance.now() - oldest.since))).unref();
  }

  const isLate = () => {
    const oldest = waiting.length >= MOST_WAITING_LATE && waiting.find(({ blocked }) => !blocked);
    return oldest && performance.now() - oldest.since > lateMs;
  };

  return {
    push: (item) =>
      new Promise((resolve, reject) => {
        if (isLate()) return reject(refuse('unavailable', {}, RETRY_AFTER_SECONDS));
        const entry = { item, since: performance.now(), blocked: false, resolve, reject };
        waiting.push(entry);
        open.add(entry);
        watch();
        schedule();
      }),
  };
}

/**
 * The largest batch for a number of open sends: a third of them, so that the process answers some while the database
 * stores others. If a batch took all of them, the two would take turns.
 */
const batchLimit = (openSends: number): number =>
  Math.min(MOST_A_BATCH, Math.max(LEAST_FULL_BATCH, Math.ceil(openSends / (MAX_BATCHES_IN_FLIGHT + 1))));

/**
 * Chooses the next batch, in order, and marks its senders as busy. A blocked message makes a batch of its own, one at a
 * time.
 */
function takeBatch<Item extends { sender: number }, Outcome>(
  waiting: readonly Waiting<Item, Outcome>[],
  busy: Set<number>,
  blockedInFlight: boolean,
  limit: number,
): { batch: Waiting<Item, Outcome>[]; left: Waiting<Item, Outcome>[] } {
  const batch: Waiting<Item, Outcome>[] = [];
  const left: Waiting<Item, Outcome>[] = [];
  const held = new Set<number>();
  for (const entry of waiting) {
    const { sender } = entry.item;
    const full = batch.length === limit || batch[0]?.blocked === true;
    const waits = entry.blocked && (batch.length > 0 || blockedInFlight);
    if (full || waits || busy.has(sender) || held.has(sender)) {
      held.add(sender);
      left.push(entry);
    } else {
      busy.add(sender);
      batch.push(entry);
    }
  }
  return { batch, left };
}

/**
 * Stores a batch and settles its sends, except those it returns, which met a locked row. After a failure it stores them
 * one by one.
 */
async function storeBatch<Item, Outcome>(
  store: (items: Item[]) => Promise<Outcome[]>,
  batch: Waiting<Item, Outcome>[],
): Promise<Set<Waiting<Item, Outcome>>> {
  const postponed = new Set<Waiting<Item, Outcome>>();
  try {
    const outcomes = await withRetries(() => store(batch.map(({ item }) => item)));
    batch.forEach(({ resolve }, index) => resolve(itemAt(outcomes, index)));
  } catch (error) {
    if (batch.length > 1 && (!(error instanceof DatabaseUnavailable) || isNodeDown(error))) {
      for (const entry of batch) for (const one of await storeBatch(store, [entry])) postponed.add(one);
    } else if (codeOf(error) === LOCKED) batch.forEach((entry) => postponed.add(entry));
    else batch.forEach(({ reject }) => reject(error));
  }
  return postponed;
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
