import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { abandonJobs, emptyQueue } from '#support/job-queue.ts';

const site = testApp();
afterEach(() => emptyQueue(site.db));

const health = async (headers: Record<string, string> = {}) => {
  const answer = Promise.withResolvers<{ code: number | undefined; body: unknown }>();
  request(`${await site.url()}/health`, { headers }, async (reply) =>
    answer.resolve({ code: reply.statusCode, body: await json(reply) }),
  ).end();
  return answer.promise;
};

test('reports a queue without progress but answers 200, because pages still work', async () => {
  expect((await health()).body).toMatchObject({ status: 'ok' });
  for (let n = 0; n < 4; n++) await site.app.jobs.add(site.db, 'note', { n });
  await abandonJobs(site.db, () => 'a worker', 600);
  await site.app.jobs.add(site.db, 'mail', {}, { runAt: new Date(Date.now() - 600_000) });
  await expect
    .poll(health, { timeout: 8000 })
    .toMatchObject({ code: 200, body: { status: 'jobs_stand_still' } });
});

test('reports the release to this machine only', async () => {
  const text = expect.any(String);
  const known = { status: 'ok', version: text, release: text, database: text };
  await expect.poll(async () => (await health()).body, { timeout: 8000 }).toEqual(known);
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    expect((await health({ [header]: '198.51.100.7' })).body).toEqual({ status: 'ok' });
  expect((await site.visitor().call('health', {})).body).toEqual({ status: 'ok' });
});
