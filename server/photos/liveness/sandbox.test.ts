import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

const app = testApp();

test('plays the whole way without a provider outside', async () => {
  const anna = await plantWithBrowser(app);
  const { url } = await anna.must('beginLiveness', { body: { language: 'en' } });
  const page = await anna.request('GET', url!);
  expect(String(page.body)).toContain('I am a live person');
  const choose = (outcome: string) =>
    anna.request('POST', url!, {
      payload: JSON.stringify({ outcome }),
      headers: { 'content-type': 'application/json' },
    });
  expect((await choose('robot')).status).toBe(400);
  const { status, headers } = await choose('not_live');
  expect([status, headers['location']]).toEqual([303, expect.stringContaining('/en/verification')]);
  expect((await anna.must('verification')).liveness).toMatchObject({ state: 'failed', reason: 'not_live' });
  await choose('live');
  expect((await anna.must('verification')).liveness!.state, 'the first choice counts').toBe('failed');
});
