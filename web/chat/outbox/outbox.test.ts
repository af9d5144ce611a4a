import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiError, type Api } from '#web/api.ts';
import { makeQueryClient } from '#web/session/query-client.ts';
import { outboxOf } from './outbox.ts';

// Simulates a browser without IndexedDB, where unsent messages only last as long as the page.
beforeAll(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterAll(() => void vi.unstubAllGlobals());

type Answer = (body: { client_id: string; text: string; profile: number }) => unknown;

function outboxWith(answer: Answer) {
  const reached: string[] = [];
  const api = {
    call: async (_name: string, { body }: { body: Parameters<Answer>[0] }) => {
      reached.push(body.text);
      await answer(body);
      return {
        message: { id: reached.length, conversation: 1, kind: 'text', credits: 0, client_id: body.client_id },
        conversation: { id: 1 },
        credits: 9,
      };
    },
  } as unknown as Api;
  return { reached, outbox: outboxOf(makeQueryClient(api), 1) };
}
const text = (profile: number, words: string) => ({ profile, kind: 'text' as const, text: words });

test('sends messages to one profile one at a time, in order, and removes them from the outbox', async () => {
  let atWork = 0;
  const { outbox, reached } = outboxWith(async () => {
    expect(++atWork).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atWork--;
  });
  for (const words of ['one', 'two', 'three']) outbox.add(text(7, words));
  expect(outbox.to(7)).toHaveLength(3);
  await expect.poll(() => outbox.to(7)).toEqual([]);
  expect(reached).toEqual(['one', 'two', 'three']);
});

test('stops after a rejected message in one conversation only, and retries with the same client_id', async () => {
  let broke = true;
  const ids: string[] = [];
  const { outbox, reached } = outboxWith(({ text: words, client_id }) => {
    if (words === 'dear') ids.push(client_id);
    if (broke && words === 'dear')
      throw new ApiError(402, { error: 'not_enough_credits', params: { name: 'Bram' } });
  });
  outbox.add(text(7, 'dear'));
  outbox.add(text(7, 'after'));
  outbox.add(text(8, 'elsewhere'));
  await expect.poll(() => outbox.to(7)[0]?.state).toBe('failed');
  expect(outbox.to(7)[0]).toMatchObject({ code: 'not_enough_credits', params: { name: 'Bram' } });
  await expect.poll(() => outbox.to(8)).toEqual([]);
  expect(reached).not.toContain('after');

  broke = false;
  outbox.retry(ids[0]!);
  await expect.poll(() => outbox.to(7)).toEqual([]);
  expect(reached.slice(-2)).toEqual(['dear', 'after']);
  expect(new Set(ids).size).toBe(1);
});

test('never sends a discarded message and continues with the messages after it', async () => {
  const { outbox, reached } = outboxWith(({ text: words }) => {
    if (words === 'never') throw new ApiError(403, { error: 'blocked_by' });
  });
  outbox.add(text(7, 'never'));
  outbox.add(text(7, 'later'));
  await expect.poll(() => outbox.to(7)[0]?.state).toBe('failed');
  outbox.discard(outbox.to(7)[0]!.client_id);
  await expect.poll(() => outbox.to(7)).toEqual([]);
  expect(reached).toEqual(['never', 'later']);
});
