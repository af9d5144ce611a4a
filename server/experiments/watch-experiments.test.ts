import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { password, testApp } from '#support/app.ts';
import { draft, experimentSteps, pricePage } from '#support/experiments/experiment-steps.ts';
import { plant, plantWithBrowser } from '#support/members.ts';

const site = testApp();
const steps = experimentSteps(site);
const { start, move, look, visitor, open, slugFor, count, exposures } = steps;

/** Plants people who saw a version. The first `complaints` of them filed a complaint. */
async function plantExposures(id: string, variant: number, people: number, complaints: number) {
  await sql`
    insert into experiment_exposures (experiment_id, unit, variant, first_at)
    select ${id}, ${`v${variant}-`} || n, ${variant}::smallint, app_now() - interval '1 hour' from generate_series(1, ${people}::int) n`.execute(
    site.db,
  );
  await sql`update experiments set started_at = app_now() - interval '2 hours' where id = ${id}`.execute(
    site.db,
  );
  for (let i = 1; i <= complaints; i++) {
    const member = await plant(site, {});
    await sql`update experiment_exposures set member_id = ${member} where experiment_id = ${id} and unit = ${`v${variant}-${i}`}`.execute(
      site.db,
    );
    await sql`insert into complaints (reporter_id, category, body) values (${member}, 'other', 'x')`.execute(
      site.db,
    );
  }
}

test('stops when a guardrail shows that a version does harm, and says why', async () => {
  const guardrails = { ...draft().guardrails, complaints: 2 };
  const id = await start(draft({ guardrails }));
  await plantExposures(id, 0, 400, 0);
  await plantExposures(id, 1, 400, 60);
  const stopped = await count(id);
  expect(stopped).toMatchObject({ state: 'stopped', stop_reason: 'complaints' });
  expect(stopped.results?.variants.map(({ complaints }) => complaints)).toEqual([0, 60]);
  expect(await slugFor(visitor())).toBe('1');
  await site.app.jobs.add(site.db, 'evaluate-alerts', {});
  await site.runJobs();
  const { rows } = await sql<{ subject: string }>`
    select subject from alerts where rule = 'experiment_stopped' and ended_at is null`.execute(site.db);
  expect(rows).toEqual([{ subject: `${(await look(id)).key} (*)` }]);
});

test('goes on while a difference may be chance, or has no limit', async () => {
  const guardrails = { ...draft().guardrails, complaints: 2 };
  const id = await start(draft({ guardrails }));
  await plantExposures(id, 0, 400, 8);
  await plantExposures(id, 1, 400, 20);
  expect((await count(id)).state).toBe('running');
});

test('stops when the versions are not handed out as planned', async () => {
  const id = await start(draft());
  await plantExposures(id, 0, 500, 0);
  await plantExposures(id, 1, 300, 0);
  expect(await count(id)).toMatchObject({ state: 'stopped', stop_reason: 'sample_ratio' });
});

test('counts errors of pages since the start as a guardrail', async () => {
  const id = await start(draft({ guardrails: { ...draft().guardrails, page_errors: 2 } }));
  await sql`insert into page_errors (release, fingerprint, name, message, path, first_at) values ('1', 'old', 'E', 'm', '/', app_now() - interval '1 day')`.execute(
    site.db,
  );
  await sql`insert into page_errors (release, fingerprint, name, message, path) values ('1', 'a', 'E', 'm', '/')`.execute(
    site.db,
  );
  expect((await count(id)).state).toBe('running');
  await sql`insert into page_errors (release, fingerprint, name, message, path) values ('1', 'b', 'E', 'm', '/')`.execute(
    site.db,
  );
  expect(await count(id)).toMatchObject({ state: 'stopped', stop_reason: 'page_errors' });
});

test('counts first purchases and payments after a member saw the page', async () => {
  const variants = pricePage({ order: 'most_first' }).variants;
  const id = await start({ ...pricePage({ order: 'most_first' }), variants, metric: 'revenue' });
  const buyer = await plantWithBrowser(site, {});
  await buyer.must('packages');
  const pay = (minutes: number, cents: number) =>
    sql`insert into payments (id, member_id, package_id, credits, amount_cents, currency, country, vat_percentage, method, gateway, status, settled_at, idempotency_key)
      values (${randomUUID()}, ${buyer.memberId}, 2, 50, ${cents}, 'EUR', 'NL', 21, 'ideal', 'sandbox', 'completed', app_now() + ${minutes} * interval '1 minute', ${randomUUID()})`.execute(
      site.db,
    );
  await pay(-5, 900);
  await pay(0, 1000);
  await pay(0, 500);
  const { results } = await count(id);
  const [{ variant } = { variant: 0 }] = await exposures(id);
  expect(results?.variants[variant]).toMatchObject({ units: 1, reached: 1, value: 15 });
});

test('forgets who saw what 90 days after the end', async () => {
  const id = await start(draft());
  await open(visitor());
  await move(id, 'stopped');
  await count(id);
  expect(await exposures(id)).toHaveLength(1);
  await sql`update experiments set stopped_at = app_now() - interval '91 days' where id = ${id}`.execute(
    site.db,
  );
  const { results } = await count(id);
  expect(await exposures(id)).toEqual([]);
  expect(results?.variants.reduce((sum, { units }) => sum + units, 0)).toBe(1);
});

test('forgets what a member saw when the account is purged', async () => {
  const id = await start(pricePage({ order: 'most_first' }));
  const cleo = await site.as('cleo');
  const dora = await site.as('dora');
  await cleo.must('packages');
  await dora.must('packages');
  expect(await exposures(id)).toHaveLength(2);
  await cleo.must('deleteUser', { body: { reason: 'other', remarks: '', password } });
  expect(await exposures(id), 'kept while the account can be restored').toHaveLength(2);
  await site.shiftClock(15 * 86_400);
  await site.app.jobs.add(site.db, 'account-purge');
  await site.runJobs();
  await site.shiftClock(0);
  expect((await exposures(id)).map(({ member_id }) => Number(member_id))).toEqual([dora.memberId]);
});
