import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { must } from '#contract/must.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';
import { asnDatabase } from '#support/signup/asn-database.ts';
import { signupForm } from '#support/signup/signup-form.ts';

// Rules for sign-ups hold an account for a moderator; they never refuse one. proof-of-work.test.ts tests the other effect.

const file = join(tmpdir(), `asn-${process.pid}.mmdb`);
writeFileSync(file, asnDatabase({ '203.0.113.0/24': 64_496 }));
afterAll(() => rmSync(file));
const site = testApp({ ASN_DATABASE: file });
const DAY = 86_400;
let moderator: Client;
let number = 0;

beforeAll(async () => {
  moderator = await plantWithBrowser(site, { roles: ['moderator'] });
});
beforeEach(() => sql`delete from sign_up_rules`.execute(site.db));
afterEach(() => site.shiftClock(0));

type NewRule = CallBody<'addSignUpRule'>;
const rule = (changes: Pick<NewRule, 'kind' | 'value'> & Partial<NewRule>): NewRule => ({
  id: randomUUID(),
  effect: 'hold',
  note: 'A wave of 3 May',
  until: null,
  site: null,
  ...changes,
});
const add = async (changes: Parameters<typeof rule>[0]) => {
  const body = rule(changes);
  await moderator.must('addSignUpRule', { body });
  return body;
};
const signUp = async (address?: string, changes: Record<string, unknown> = {}) => {
  const visitor = site.visitor(address);
  const { status, body } = await visitor.call('signup', {
    body: signupForm(`rules${++number}@example.test`, changes),
  });
  expect(status).toBe(201);
  visitor.memberId = body.id;
  return visitor;
};
const holdOf = async ({ memberId }: Client) =>
  (await moderator.must('adminHeldAccounts')).accounts.find(({ id }) => id === memberId)?.reasons;
const listed = async (id: string) =>
  (await moderator.must('signUpRules')).rules.find((each) => each.id === id);

test.each([
  ['a mail domain', 'mail_domain', '@Spam.Example', undefined, 'a1@spam.example'],
  ['a subdomain', 'mail_domain', '*.spam.example', undefined, 'a2@mx.eu.spam.example'],
  ['a domain with other letters', 'mail_domain', 'bücher.example', undefined, 'a3@xn--bcher-kva.example'],
  ['an IPv4 network', 'network', '198.51.100.77/24', '198.51.100.3', undefined],
  ['one address', 'network', '198.51.100.3', '198.51.100.3', undefined],
  ['an IPv4 address in IPv6 form', 'network', '198.51.100.0/24', '::ffff:198.51.100.3', undefined],
  ['an IPv6 network', 'network', '2001:db8:7::/48', '2001:db8:7:1::5', undefined],
  ['a network operator', 'asn', 'AS64496', '203.0.113.9', undefined],
  ['a country', 'country', 'nl', '145.97.0.1', undefined],
] as const)(
  'holds a sign-up of %s, and says why to the moderator and the member',
  async (_what, kind, value, ip, email) => {
    const { id, note } = await add({ kind, value });
    const stored = (await listed(id))?.value;
    const member = await signUp(ip, email === undefined ? {} : { email });
    expect(await holdOf(member)).toEqual([
      { reason: 'sign_up_rule', related: null, rules: [{ kind, value: stored, note }] },
    ]);
    expect(await member.must('user')).toMatchObject({ held: true, held_as_new: true });
    expect(await listed(id)).toMatchObject({ hits: 1, solved: 0, ended: false });
  },
);

test.each([
  ['another domain', 'mail_domain', 'spam.example', undefined, 'b1@notspam.example'],
  ['a longer domain', 'mail_domain', 'spam.example', undefined, 'b2@spam.example.test'],
  ['a neighbouring network', 'network', '198.51.100.0/25', '198.51.100.200', undefined],
  ['another network operator', 'asn', '64497', '203.0.113.9', undefined],
  ['another country', 'country', 'BE', '145.97.0.1', undefined],
] as const)('leaves a sign-up of %s alone', async (_what, kind, value, ip, email) => {
  const { id } = await add({ kind, value });
  const member = await signUp(ip, email === undefined ? {} : { email });
  expect(await holdOf(member)).toBeUndefined();
  expect((await member.must('user')).held).toBeUndefined();
  expect(await listed(id)).toMatchObject({ hits: 0 });
});

test('applies a rule of one site to the sign-ups of that site only', async () => {
  await sql`insert into sites (host, company_id) values ('second.example', 1)`.execute(site.db);
  const owner = await plantWithBrowser(site, { roles: ['owner'] });
  const body = rule({ kind: 'mail_domain', value: 'one-site.example', site: 'second.example' });
  await owner.must('addSignUpRule', { body });
  expect(await holdOf(await signUp(undefined, { email: 'x1@one-site.example' }))).toBeUndefined();
  await owner.must('addSignUpRule', {
    body: rule({ kind: 'mail_domain', value: 'one-site.example', site: '*' }),
  });
  expect(await holdOf(await signUp(undefined, { email: 'x2@one-site.example' }))).toHaveLength(1);
});

test('keeps a held account hidden after it confirms its address, until a moderator releases it', async () => {
  await add({ kind: 'mail_domain', value: 'later.example' });
  const reader = await site.as('reader', { gender: 'male', gender_sought: 'female' });
  const member = await site.as('later', { email: 'later@later.example' });
  const seen = async () => (await reader.call('member', { query: { id: member.memberId } })).status;
  expect(await seen()).toBe(404);
  await moderator.must('decideHeldAccount', { body: { member: member.memberId, release: true } });
  expect(await seen()).toBe(200);
  expect((await member.must('user')).held).toBeUndefined();
});

test('holds a sign-up with the address of somebody else as well, so that the response says nothing', async () => {
  await site.as('owner', { email: 'owner@taken.example' });
  await add({ kind: 'mail_domain', value: 'taken.example' });
  const again = await signUp(undefined, { email: 'owner@taken.example' });
  expect((await again.must('user')).held).toBe(true);
});

/** Signs up with one address, and confirms another one that was entered before. */
const confirmOther = async (member: Client, email: string) => {
  await member.must('changeMail', { body: { email, password } });
  const [mail] = await site.outbox(email);
  const token = new URL(
    must(
      mail?.links.find((link) => link.includes('token=')),
      'link',
    ),
  ).searchParams.get('token');
  await member.must('changeMail', { body: { token: token ?? '' } });
};

test('holds a new member whose first confirmed address, entered after the sign-up, is of a named domain', async () => {
  const { id } = await add({ kind: 'mail_domain', value: 'around.example' });
  await add({ kind: 'mail_domain', value: 'task.example', effect: 'proof_of_work' });
  const member = await signUp(undefined, { email: 'innocent@example.test' });
  await confirmOther(member, 'real@mx.around.example');
  expect(await holdOf(member)).toMatchObject([
    { reason: 'sign_up_rule', rules: [{ value: 'around.example' }] },
  ]);
  expect((await member.must('user')).held_as_new).toBe(true);
  expect(await listed(id)).toMatchObject({ hits: 1 });
  for (const email of ['fine@elsewhere.example', 'asked@task.example']) {
    const other = await signUp();
    await confirmOther(other, email);
    expect(await holdOf(other)).toBeUndefined();
  }
});

test('leaves a member who has confirmed an address alone, whatever the next one', async () => {
  const { id } = await add({ kind: 'mail_domain', value: 'around.example' });
  const member = await site.as('settled');
  await confirmOther(member, 'settled@around.example');
  expect((await member.must('user')).email).toBe('settled@around.example');
  expect(await holdOf(member)).toBeUndefined();
  expect(await listed(id)).toMatchObject({ hits: 0 });
});

test('applies a rule until the end of its last day, and not after its removal', async () => {
  const { rows } = await sql<{
    today: string;
  }>`select to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD') as today`.execute(site.db);
  const until = rows[0]?.today ?? '';
  const { id } = await add({ kind: 'network', value: '192.0.2.0/24', until });
  expect(await holdOf(await signUp('192.0.2.1'))).toBeDefined();
  await site.shiftClock(DAY);
  await sql`update sessions set factor_at = app_now(), expires_at = app_now() + interval '1 day'`.execute(
    site.db,
  );
  expect(await holdOf(await signUp('192.0.2.2'))).toBeUndefined();
  expect((await listed(id))?.ended).toBe(true);
  const over = await moderator.call('addSignUpRule', { body: rule({ kind: 'asn', value: '1', until }) });
  expect(over.body.fields).toEqual({ until: 'day_over' });
  await moderator.must('changeSignUpRule', { body: { id, effect: 'hold', note: '', until: null } });
  expect(await holdOf(await signUp('192.0.2.3'))).toBeDefined();
  await moderator.must('removeSignUpRule', { body: { id } });
  await moderator.must('removeSignUpRule', { body: { id } });
  expect(await listed(id)).toBeUndefined();
  expect(await holdOf(await signUp('192.0.2.4'))).toBeUndefined();
  await moderator.must('changeSignUpRule', { body: { id, effect: 'hold', note: 'back', until: null } });
  expect(await holdOf(await signUp('192.0.2.5'))).toBeDefined();
  expect(await listed(id)).toMatchObject({ hits: 3, note: 'back' });
});

test('counts hits of 30 days, and then forgets them and removed rules', async () => {
  const { id } = await add({ kind: 'network', value: '192.0.2.0/24' });
  const gone = await add({ kind: 'asn', value: '5' });
  await signUp('192.0.2.9');
  await moderator.must('removeSignUpRule', { body: { id: gone.id } });
  await site.shiftClock(31 * DAY);
  await sql`update sessions set factor_at = app_now(), expires_at = app_now() + interval '1 day'`.execute(
    site.db,
  );
  expect(await listed(id)).toMatchObject({ hits: 0 });
  await site.app.jobs.add(site.db, 'sign-up-rules-forget');
  await site.runJobs();
  const { rows } = await sql`select from sign_up_rule_hits`.execute(site.db);
  expect(rows).toHaveLength(0);
  const put = { id: gone.id, effect: 'hold' as const, note: '', until: null };
  expect((await moderator.call('changeSignUpRule', { body: put })).status).toBe(404);
});

test.each([
  ['mail_domain', 'example', 'mail_domain_invalid'],
  ['mail_domain', 'exa mple.test', 'mail_domain_invalid'],
  ['mail_domain', '127.0.0.1', 'mail_domain_invalid'],
  ['network', '10.0.0.0/33', 'cidr_invalid'],
  ['network', '0.0.0.0/0', 'cidr_invalid'],
  ['network', '2001:db8::/65', 'cidr_invalid'],
  ['network', '::ffff:10.0.0.0/64', 'cidr_invalid'],
  ['network', '10.0.0/24', 'cidr_invalid'],
  ['network', '10.0.0.0/24/8', 'cidr_invalid'],
  ['asn', '0', 'asn_invalid'],
  ['asn', '4294967296', 'asn_invalid'],
  ['asn', 'ASN 5', 'asn_invalid'],
  ['country', 'XQ', 'country_code_invalid'],
  ['country', 'NLD', 'country_code_invalid'],
] as const)('refuses a rule by %s for %s', async (kind, value, code) => {
  const { status, body } = await moderator.call('addSignUpRule', { body: rule({ kind, value }) });
  expect([status, body.fields]).toEqual([422, { value: code }]);
});

test('takes a rule once by its id, and refuses the same rule again in other spelling', async () => {
  const body = await add({ kind: 'network', value: '192.0.2.77/24' });
  await moderator.must('addSignUpRule', { body });
  expect((await moderator.must('signUpRules')).rules).toHaveLength(1);
  const twin = await moderator.call('addSignUpRule', {
    body: rule({ kind: 'network', value: '192.0.2.0/24' }),
  });
  expect(twin.body.fields).toEqual({ value: 'rule_exists' });
  await moderator.must('removeSignUpRule', { body: { id: body.id } });
  await add({ kind: 'network', value: '192.0.2.0/24' });
  const put = { id: body.id, effect: 'hold' as const, note: '', until: null };
  expect((await moderator.call('changeSignUpRule', { body: put })).body.error).toBe('conflict');
});

test('records who added, changed and removed a rule', async () => {
  const { id } = await add({ kind: 'asn', value: 'as7' });
  await moderator.must('changeSignUpRule', { body: { id, effect: 'proof_of_work', note: 'x', until: null } });
  await moderator.must('removeSignUpRule', { body: { id } });
  const { rows } = await sql<{ act: string; details: object }>`
    select action as act, details from audit_log where object = ${id} order by id`.execute(site.db);
  expect(rows).toMatchObject([
    { act: 'sign_up_rule.add', details: { kind: 'asn', value: '7', effect: 'hold' } },
    { act: 'sign_up_rule.change', details: { effect: 'proof_of_work', put_back: false } },
    { act: 'sign_up_rule.remove', details: { kind: 'asn', value: '7' } },
  ]);
});
