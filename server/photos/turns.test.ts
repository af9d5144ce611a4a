import { expect, test } from 'vitest';
import { inTurn } from './turns.ts';

test('lets owners take turns, so that nobody waits for all the work of another', async () => {
  const began: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (owner: string) =>
    inTurn(owner, async () => {
      began.push(owner);
      await gate.promise;
    });
  const all = [...Array.from({ length: 15 }, () => work('busy')), work('other'), work('third')];
  const running = began.length;
  gate.resolve();
  await Promise.all(all);
  expect(began.indexOf('other')).toBeLessThanOrEqual(running + 1);
  expect(began.indexOf('third')).toBeLessThanOrEqual(running + 2);
});
