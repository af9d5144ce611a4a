import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../platform/database/index.ts';
import { createSendQueue } from './send-queue.ts';

interface Item {
  sender: number;
}

test('rejects every send before the deadline when the database hangs, and recovers afterwards', async () => {
  let hangs = true;
  const held: (() => void)[] = [];
  const queue = createSendQueue<Item, string>(
    async (items) => {
      if (hangs) await new Promise<void>((resolve) => held.push(resolve));
      return items.map(({ sender }) => `stored ${sender}`);
    },
    { deadlineMs: 150 },
  );
  const began = performance.now();
  // Two batches are running and the other sends wait.
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, sender) => queue.push({ sender })),
  );
  expect(
    outcomes.every(
      (outcome) => outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable,
    ),
  ).toBe(true);
  expect(performance.now() - began).toBeLessThan(20_000);
  hangs = false;
  for (const release of held) release();
  expect(await queue.push({ sender: 1000 })).toBe('stored 1000');
});

test('refuses new sends with a retry time while the queue is late, and stores the accepted ones', async () => {
  let stored = 0;
  const opened = Promise.withResolvers<void>();
  const queue = createSendQueue<Item, number>(
    async (items) => {
      await opened.promise;
      stored += items.length;
      return items.map(({ sender }) => sender);
    },
    { lateMs: 50 },
  );
  const first = Array.from({ length: 600 }, (_, sender) => queue.push({ sender }));
  await wait(70);
  await expect(queue.push({ sender: 5000 })).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterSeconds: 2,
  });
  opened.resolve();
  await Promise.all(first);
  expect(stored).toBe(600);
  expect(await queue.push({ sender: 5000 })).toBe(5000);
});

test('stores a member’s messages one by one, in order', async () => {
  const batches: Item[][] = [];
  const queue = createSendQueue<Item & { n: number }, number>(async (items) => {
    batches.push(items);
    await wait(1);
    return items.map(({ n }) => n);
  });
  expect(await Promise.all([1, 2, 3].map((n) => queue.push({ sender: 7, n })))).toEqual([1, 2, 3]);
  expect(batches.every((batch) => batch.length === 1)).toBe(true);
});

test('stores a third of many open sends at a time', async () => {
  const batches: number[] = [];
  const queue = createSendQueue<Item, number>(async (items) => {
    batches.push(items.length);
    await wait(1);
    return items.map(({ sender }) => sender);
  });
  const send = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, sender) => queue.push({ sender })));
  await send(10);
  expect(batches.splice(0)).toEqual([10]);
  await send(66);
  expect(batches.splice(0).slice(0, 2)).toEqual([22, 22]);
  await send(600);
  expect(batches.slice(0, 2)).toEqual([64, 64]);
});

test('stores the other messages of a batch when a node of a cluster is down, but repeats none when the database is', async () => {
  let failure = '08006';
  let calls = 0;
  const queue = createSendQueue<Item, number>(async (items) => {
    calls++;
    if (failure !== '08006' || items.some(({ sender }) => sender === 2))
      throw new DatabaseUnavailable(Object.assign(new Error('failed'), { code: failure }));
    return items.map(({ sender }) => sender);
  });
  const sent = () => Promise.allSettled([1, 2, 3].map((sender) => queue.push({ sender })));
  expect((await sent()).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toBe(4);
  failure = '57P03';
  expect((await sent()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(calls).toBe(5);
});
