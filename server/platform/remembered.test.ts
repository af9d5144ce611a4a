import { expect, test, vi } from 'vitest';
import { remember } from './remembered.ts';

test('reads a value once while it is fresh, and again once it expired or was invalidated', async () => {
  vi.useFakeTimers();
  try {
    let reads = 0;
    const value = remember(async () => ++reads, 1000);
    expect([await value.get(), await value.get()]).toEqual([1, 1]);
    vi.advanceTimersByTime(1001);
    expect(await value.get()).toBe(2);
    value.forget();
    expect(await value.get()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('caches neither a failed read nor one in progress during an invalidation', async () => {
  let fails = true;
  const value = remember(async () => {
    if (fails) throw new Error('the database is unavailable');
    return 'read';
  }, 60_000);
  await expect(value.get()).rejects.toThrow('unavailable');
  fails = false;
  expect(await value.get()).toBe('read');

  const answers: ((text: string) => void)[] = [];
  const slow = remember(() => new Promise<string>((resolve) => answers.push(resolve)), 60_000);
  const before = slow.get();
  slow.forget();
  const after = slow.get();
  answers[0]!('old');
  answers[1]!('new');
  expect([await before, await after, await slow.get()]).toEqual(['old', 'new', 'new']);
});
