import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { step } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('prints a slow step once, its progress when that changes, and its end', async () => {
  const lines: string[] = [];
  const done = Promise.withResolvers<string>();
  let report = (_detail: string) => {};
  const running = step(
    'Bringing the tables up to date',
    (given) => {
      report = given;
      return done.promise;
    },
    (line) => lines.push(line),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lines).toEqual(['Bringing the tables up to date…']);
  report('2 of 3');
  await vi.advanceTimersByTimeAsync(20_000);
  done.resolve('up to date');
  expect(await running).toBe('up to date');
  expect(lines.slice(1)).toEqual([
    'Bringing the tables up to date… 2 of 3',
    'Bringing the tables up to date: done in 40.0 s.',
  ]);
});

test('prints nothing about a quick step', async () => {
  const lines: string[] = [];
  await step(
    'Loading the pages',
    () => vi.advanceTimersByTimeAsync(900),
    (line) => lines.push(line),
  );
  expect(lines).toEqual([]);
});
