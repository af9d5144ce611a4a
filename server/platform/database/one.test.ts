import { expect, test } from 'vitest';
import { one, oneOrNone } from './index.ts';

const returning = async (...rows: { id: number }[]) => ({ rows });

test('returns from `one` the row of a result or of a list of rows', async () => {
  expect(await one(returning({ id: 1 }))).toEqual({ id: 1 });
  expect(await one(Promise.resolve([{ id: 2 }]))).toEqual({ id: 2 });
});

test('rejects `one` if the query returns no row, or several', async () => {
  await expect(one(returning())).rejects.toThrow('must return one row returned 0');
  await expect(one(returning({ id: 1 }, { id: 2 }))).rejects.toThrow('must return one row returned 2');
});

test('returns from `oneOrNone` the row, or null if there is none', async () => {
  expect(await oneOrNone(returning({ id: 1 }))).toEqual({ id: 1 });
  expect(await oneOrNone(returning())).toBeNull();
});

test('rejects `oneOrNone` if the query returns several rows', async () => {
  await expect(oneOrNone(returning({ id: 1 }, { id: 2 }))).rejects.toThrow('at most one row returned 2');
});

test('passes on the error of a failing query', async () => {
  const failure = new Error('connection lost');
  await expect(one(Promise.reject(failure))).rejects.toBe(failure);
  await expect(oneOrNone(Promise.reject(failure))).rejects.toBe(failure);
});
