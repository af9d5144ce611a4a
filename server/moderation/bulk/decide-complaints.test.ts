import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let moderator: Client;

beforeAll(async () => {
  moderator = await operatorWith(site, 'moderator');
  await plantSite(site, OTHER, 'Other');
});

/** Stores a complaint of a member about another. */
async function complaint(about?: number): Promise<number> {
  const [reporter, accused] = [await plant(site), about ?? (await plant(site))];
  const { rows } = await sql<{ id: number }>`
    insert into complaints (reporter_id, profile_id, category, body, host) values (${reporter}, ${accused}, 'spam', 'Words', '*') returning id`.execute(
    site.db,
  );
  return rows[0]!.id;
}

const answered = { outcome: 'answered', note: 'Thank you, we know about it.' } as const;
const warned = { outcome: 'warned', ground: 'spam', facts: 'Forty times the same message.' } as const;
type Decision = Omit<CallBody<'decideComplaints'>, 'id' | 'complaints' | 'filters'>;

const decide = (complaints: number[], decision: Decision = answered, id: string = randomUUID()) =>
  moderator.must('decideComplaints', {
    body: { id, complaints, filters: { category: 'spam' }, ...decision },
  });

const outcomesOf = async (ids: number[]) =>
  (
    await sql<{
      outcome: string | null;
    }>`select outcome from complaints where id = any(${ids}::bigint[]) order by id`.execute(site.db)
  ).rows.map(({ outcome }) => outcome);
const measuresAgainst = async (member: number) =>
  (await sql`select from measures where member_id = ${member}`.execute(site.db)).rows.length;
const claim = (id: number, operator: number, ago = '1 minute') =>
  sql`update complaints set taken_by = ${operator}, taken_at = app_now() - ${ago}::interval, status = 'in_review' where id = ${id}`.execute(
    site.db,
  );

test('decides each complaint, reports what failed, and a repeat does only the rest', async () => {
  const colleague = await operatorWith(site, 'moderator');
  const ids = [await complaint(), await complaint(), await complaint()];
  const [first, claimed, last] = ids as [number, number, number];
  await claim(claimed, colleague.memberId);
  const act = randomUUID();
  expect((await decide(ids, answered, act)).outcomes).toEqual([
    { complaint: first, done: true, error: null },
    { complaint: claimed, done: false, error: 'conflict' },
    { complaint: last, done: true, error: null },
  ]);
  expect(await outcomesOf(ids)).toEqual(['answered', null, 'answered']);

  // An appeal reopens the first. The repeat must not decide it again.
  await sql`update complaints set status = 'open', outcome = null, decided_at = null where id = ${first}`.execute(
    site.db,
  );
  await claim(claimed, colleague.memberId, '31 minutes');
  expect((await decide(ids, answered, act)).outcomes.every(({ done }) => done)).toBe(true);
  expect(await outcomesOf(ids)).toEqual([null, 'answered', 'answered']);

  const { rows } = await sql<{ action: string; object: string; details: object }>`
    select action, object, details from audit_log where object = ${act} or details ->> 'bulk' = ${act} order by id`.execute(
    site.db,
  );
  const whole = { outcome: 'answered', filters: { category: 'spam' } };
  expect(rows.filter(({ action }) => action === 'complaint.bulk').map(({ details }) => details)).toEqual([
    { ...whole, done: 2, failed: 1 },
    { ...whole, done: 3, failed: 0 },
  ]);
  expect(rows.filter(({ action }) => action === 'complaint.decide').map(({ object }) => object)).toEqual(
    [first, last, claimed].map(String),
  );
});

test('leaves urgent complaints to be decided one by one', async () => {
  const urgent: number[] = [];
  for (const [column, value] of [
    ['category', 'underage'],
    ['category', 'illegal_content'],
    ['desk_operator', moderator.memberId],
    ['trusted_flagger_id', randomUUID()],
  ] as const) {
    const id = await complaint();
    await sql`update complaints set ${sql.ref(column)} = ${value} where id = ${id}`.execute(site.db);
    urgent.push(id);
  }
  const usual = await complaint();
  const { outcomes } = await decide([...urgent, usual]);
  expect(outcomes).toEqual([
    ...urgent.map((id) => ({ complaint: id, done: false, error: 'decided_singly' })),
    { complaint: usual, done: true, error: null },
  ]);
  expect(await outcomesOf(urgent)).toEqual([null, null, null, null]);
});

test('decides nothing twice when the same act arrives twice at once', async () => {
  const accused = await plant(site);
  const ids = [await complaint(accused)];
  const act = randomUUID();
  const replies = await Promise.all([decide(ids, warned, act), decide(ids, warned, act)]);
  expect(replies.flatMap(({ outcomes }) => outcomes).map(({ done }) => done)).toEqual([true, true]);
  expect(await measuresAgainst(accused)).toBe(1);
});

test('reports a complaint that somebody has decided, also in the same way', async () => {
  const [decided, open] = [await complaint(), await complaint()];
  await moderator.must('decideComplaint', { body: { id: decided, ...answered } });
  expect((await decide([decided, open])).outcomes.map(({ error }) => error)).toEqual(['conflict', null]);
});

test('warns a member once for several complaints, and others too', async () => {
  const [accused, other] = [await plant(site), await plant(site)];
  const ids = [await complaint(accused), await complaint(other), await complaint(accused)];
  expect((await decide(ids, warned)).outcomes.every(({ done }) => done)).toBe(true);
  expect(await outcomesOf(ids)).toEqual(['warned', 'warned', 'warned']);
  expect([await measuresAgainst(accused), await measuresAgainst(other)]).toEqual([1, 1]);
  await decide([await complaint(accused)], warned);
  expect(await measuresAgainst(accused), 'an act of its own').toBe(2);
});

test('decides nothing if one of the complaints belongs to a site of others', async () => {
  const [own, foreign] = [await complaint(), await complaint(await plant(site, { host: OTHER }))];
  const limited = await operatorWith(site, 'moderator');
  await sql`update members set office_sites = '{*}' where id = ${limited.memberId}`.execute(site.db);
  for (const complaints of [
    [own, foreign],
    [foreign, own],
  ]) {
    const { status } = await limited.call('decideComplaints', {
      body: { id: randomUUID(), complaints, filters: {}, ...answered },
    });
    expect(status).toBe(404);
  }
  expect(await outcomesOf([own, foreign])).toEqual([null, null]);
});

test('reports the own case, and a measure that the role does not allow, without doing it', async () => {
  const accused = await plant(site);
  const [mine, ids] = [await complaint(moderator.memberId), [await complaint(accused)]];
  expect((await decide([mine])).outcomes).toMatchObject([{ done: false, error: 'own_decision' }]);
  const support = await operatorWith(site, 'support');
  const { outcomes } = await support.must('decideComplaints', {
    body: { id: randomUUID(), complaints: ids, filters: {}, ...warned },
  });
  expect(outcomes).toMatchObject([{ done: false, error: 'role_required' }]);
  expect(await measuresAgainst(accused)).toBe(0);
});

test('rejects a measure without reasons, and more than a hundred complaints', async () => {
  const ids = [await complaint()];
  const body = { id: randomUUID(), complaints: ids, filters: {} };
  const { facts: _facts, ...withoutFacts } = warned;
  const missing = await moderator.call('decideComplaints', { body: { ...body, ...withoutFacts } });
  expect([missing.status, missing.body.fields]).toEqual([422, { facts: 'required' }]);
  const complaints = Array.from({ length: 101 }, (_, n) => n + 1);
  expect(
    (await moderator.call('decideComplaints', { body: { ...body, complaints, ...answered } })).status,
  ).toBe(400);
  expect(await outcomesOf(ids)).toEqual([null]);
});
