import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';

const site = testApp();
/** Another process of the site, with its own database. */
const other = testApp();
const DUTCH = '193.0.6.139';
let editor: Client;
let addresses = 0;

beforeEach(async () => {
  editor ??= await plantWithBrowser(site, { roles: ['editor'] });
  await setSettings(site, { traffic_cookie_countries: ['NL'] });
  await sql`delete from experiments`.execute(site.db);
  site.app.events.publish('experiments_changed', null);
});

type Draft = CallBody<'saveExperiment'>;

const draft = (change: Partial<Draft> = {}): Draft => ({
  site: '*',
  id: randomUUID(),
  key: `test-${randomUUID().slice(0, 8)}`,
  kind: 'landing',
  subject: 'gallery',
  hypothesis: 'Another headline brings more members',
  variants: [
    { name: 'Now', weight: 1, change: {} },
    { name: 'New', weight: 1, change: { slug: '2' } },
  ],
  metric: 'signup',
  currency: 'EUR',
  guardrails: { complaints: null, refunds: null, deletions: null, unsubscribes: null, page_errors: null },
  coverage_percent: 100,
  seen: null,
  ...change,
});

const pricePage = (change: Draft['variants'][number]['change']) =>
  draft({
    kind: 'price_page',
    subject: '',
    metric: 'first_purchase',
    variants: [
      { name: 'Now', weight: 1, change: {} },
      { name: 'New', weight: 1, change },
    ],
  });

async function start(body: Draft, by = editor) {
  await by.must('saveExperiment', { body });
  await by.must('moveExperiment', { body: { site: '*', id: body.id, to: 'running' } });
  return body.id;
}

const move = (id: string, to: 'running' | 'stopped' | 'decided', winner?: number) =>
  editor.must('moveExperiment', { body: { site: '*', id, to, ...(winner !== undefined && { winner }) } });
const look = async (id: string) => (await editor.must('adminExperiment', { query: { site: '*', id } }))!;

/** A browser in the Netherlands, where the settings allow the cookie without asking. */
const visitor = () => site.visitor(`193.0.6.${(addresses++ % 200) + 1}`);
const open = (client: Client, headers: Record<string, string> = {}) =>
  client.call('landing', { query: { lander: 'gallery', language: 'en' }, headers });
const slugFor = async (client: Client, headers?: Record<string, string>) =>
  (await open(client, headers)).body.slug;

async function count(id: string) {
  await site.app.jobs.add(site.db, 'watch-experiments', {});
  await site.runJobs();
  return look(id);
}

const signUp = (client: Client, email: string) =>
  client.must('signup', {
    body: {
      email,
      password,
      name: 'Nova',
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1992-04-12',
      country: 'NL',
      language: 'nl',
      intimate_consent: true,
    },
  });

const exposures = async (id: string) =>
  (
    await sql<{ variant: number; member_id: number | null }>`
      select variant, member_id from experiment_exposures where experiment_id = ${id} order by first_at`.execute(
      site.db,
    )
  ).rows;

test('shows a visitor the same version at every visit, and counts the member who signs up', async () => {
  const id = await start(draft());
  const people = Array.from({ length: 12 }, visitor);
  const first = await Promise.all(people.map((client) => slugFor(client)));
  expect(new Set(first)).toEqual(new Set(['1', '2']));
  expect(await Promise.all(people.map((client) => slugFor(client)))).toEqual(first);
  expect(await exposures(id)).toHaveLength(12);
  const chosen = people[first.indexOf('2')]!;
  const member = await signUp(chosen, 'nova@example.test');
  expect((await exposures(id)).filter(({ member_id }) => member_id !== null)).toEqual([
    { variant: 1, member_id: member.id },
  ]);
  expect(chosen.cookies.has('experiments'), 'the number is forgotten').toBe(false);
  const { results } = await count(id);
  expect(results?.variants.map(({ reached }) => reached)).toEqual([0, 1]);
  expect(results?.variants.reduce((sum, { units }) => sum + units, 0)).toBe(12);
});

test('gives the same answer in every process', async () => {
  await setSettings(other, { traffic_cookie_countries: ['NL'] });
  const body = draft();
  await start(body);
  await start(body, await plantWithBrowser(other, { roles: ['editor'] }));
  for (let i = 0; i < 12; i++) {
    const here = visitor();
    const there = other.visitor(DUTCH);
    const slug = await slugFor(here);
    there.cookies.set('experiments', here.cookies.get('experiments')!);
    expect(await slugFor(there)).toBe(slug);
  }
});

test('counts nobody twice when a browser opens the page several times at once', async () => {
  const id = await start(draft());
  const client = visitor();
  await open(client);
  await Promise.all(Array.from({ length: 5 }, () => open(client)));
  expect(await exposures(id)).toHaveLength(1);
});

test('stopping shows everybody the usual page and freezes the figures', async () => {
  const id = await start(draft());
  const people = Array.from({ length: 8 }, visitor);
  await Promise.all(people.map((client) => open(client)));
  await move(id, 'stopped');
  await signUp(people[0]!, 'late@example.test');
  expect(new Set(await Promise.all([...people, visitor()].map((client) => slugFor(client))))).toEqual(
    new Set(['1']),
  );
  expect(await exposures(id)).toHaveLength(8);
  const { results, state } = await count(id);
  expect([state, results?.variants.map(({ reached }) => reached)]).toEqual(['stopped', [0, 0]]);
});

test('shows a winner to everybody, also to those who took no part, until it is withdrawn', async () => {
  const id = await start(draft({ coverage_percent: 1 }));
  await move(id, 'decided', 1);
  const abroad = site.visitor('133.11.0.1');
  expect(await slugFor(visitor())).toBe('2');
  expect(await slugFor(abroad, { 'user-agent': 'Googlebot/2.1' })).toBe('2');
  const usual = await visitor().must('landing', {
    query: { lander: 'gallery', language: 'en', usual: true },
  });
  expect(usual.slug).toBe('1');
  const second = draft();
  await editor.must('saveExperiment', { body: second });
  const started = await editor.call('moveExperiment', { body: { site: '*', id: second.id, to: 'running' } });
  expect(started.body.error).toBe('page_taken');
  await move(id, 'stopped');
  expect(await slugFor(visitor())).toBe('1');
});

test('leaves out programs, and visitors whose country asks for consent, without a cookie', async () => {
  const id = await start(draft());
  for (const [client, headers] of [
    [visitor(), { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    [site.visitor('133.11.0.1'), {}],
  ] as const) {
    expect(await slugFor(client, headers)).toBe('1');
    expect(client.cookies.has('experiments')).toBe(false);
  }
  expect(await exposures(id)).toEqual([]);
});

test('marks a page that differs between visitors, so that it is not cached', async () => {
  expect((await open(visitor())).body.tested).toBeUndefined();
  await start(draft());
  expect((await open(site.visitor('133.11.0.1'))).body.tested).toBe(true);
});

test('shows another design, and only at the address that is compared', async () => {
  const variants = [
    { name: 'Now', weight: 1, change: {} },
    { name: 'Night', weight: 100, change: { design: 'alonetonight' as const } },
  ];
  const id = await start(draft({ subject: 'gallery/2', variants }));
  await move(id, 'decided', 1);
  const at = async (slug?: string) =>
    (await visitor().call('landing', { query: { lander: 'gallery', language: 'en', ...(slug && { slug }) } }))
      .body.lander;
  expect([await at('2'), await at(), await at('3')]).toEqual(['alonetonight', 'gallery', 'gallery']);
});

test('arranges the price page without changing what anything costs', async () => {
  const anna = await site.as('anna');
  const usual = await anna.must('packages');
  const id = await start(
    pricePage({ order: 'most_first', recommended: 2, words: { en: 'Pay once, no subscription.' } }),
  );
  await move(id, 'decided', 1);
  const shown = await anna.must('packages');
  expect(shown.lead).toBe('Pay once, no subscription.');
  expect(shown.packages.map(({ credits }) => credits)).toEqual(
    usual.packages.map(({ credits }) => credits).toSorted((a, b) => b - a),
  );
  expect(shown.packages.filter(({ recommended }) => recommended).map(({ id: one }) => one)).toEqual([2]);
  const prices = (packages: typeof usual.packages) =>
    packages.map(({ id: one, price, credits }) => [one, price.amount, credits]).toSorted();
  expect(prices(shown.packages)).toEqual(prices(usual.packages));
  expect(await anna.must('packages', { query: { usual: true } })).toEqual(usual);
});

test('refuses a version with an amount, credits or a discount of its own', async () => {
  for (const change of [{ price: '1.00' }, { price_cents: 100 }, { credits: 50 }, { discount: 20 }]) {
    const answer = await editor.call('saveExperiment', { body: pricePage(change as never) });
    expect([answer.status, answer.body.error]).toEqual([400, 'bad_request']);
  }
});

test('keeps the version of a member, and leaves out operators and profiles of writers', async () => {
  const id = await start(pricePage({ order: 'most_first' }));
  const members = await Promise.all(Array.from({ length: 6 }, () => plantWithBrowser(site, {})));
  const firstOf = async (client: Client) => (await client.must('packages')).packages[0]!.credits;
  const before = await Promise.all(members.map(firstOf));
  expect(await Promise.all(members.map(firstOf))).toEqual(before);
  expect(await exposures(id)).toHaveLength(6);
  await firstOf(editor);
  const fictional = await plantWithBrowser(site, {});
  await sql`update profiles set kind = 'fictional' where id = ${fictional.memberId}`.execute(site.db);
  await firstOf(fictional);
  expect(await exposures(id)).toHaveLength(6);
});

test('tells the pages of a member which words to use, and nobody else', async () => {
  const variants = [
    { name: 'Now', weight: 1, change: {} },
    { name: 'New', weight: 1, change: { words: { en: 'Your credits, {count} of them' } } },
  ];
  const body = draft({ kind: 'text', subject: 'credits:balance_other', metric: 'first_purchase', variants });
  const refused = await editor.call('saveExperiment', {
    body: { ...body, variants: [variants[0]!, { ...variants[1]!, change: { words: { en: 'Credits' } } }] },
  });
  expect(refused.body.fields, 'a lost placeholder').toEqual({ variants: 'invalid' });
  const id = await start(body);
  await move(id, 'decided', 1);
  const anna = await site.as('anna');
  expect((await anna.must('user'))?.text_versions).toBe(`${id}.1`);
  await move(id, 'stopped');
  expect((await anna.must('user'))?.text_versions).toBeUndefined();
});

test('refuses versions that do not fit the kind', async () => {
  const invalid: [Partial<Draft>, string][] = [
    [{ subject: 'nowhere' }, 'subject'],
    [{ subject: 'landing2' }, 'subject'],
    [{ kind: 'text', subject: 'credits:no_such_key', metric: 'revenue' }, 'subject'],
    [{ kind: 'price_page', subject: '', metric: 'signup' }, 'metric'],
    [{ variants: [draft().variants[0]!, { name: 'Gone', weight: 1, change: { slug: '99' } }] }, 'variants'],
    [{ variants: [draft().variants[1]!, draft().variants[0]!] }, 'variants'],
    [{ variants: [draft().variants[0]!, { name: 'Same', weight: 1, change: {} }] }, 'variants'],
    [
      { variants: [draft().variants[0]!, { name: 'X', weight: 1, change: { order: 'most_first' } }] },
      'variants',
    ],
  ];
  for (const [change, field] of invalid) {
    const { body } = await editor.call('saveExperiment', { body: draft(change) });
    expect(Object.keys(body.fields ?? {}), JSON.stringify(change)).toContain(field);
  }
  const unknown = pricePage({ recommended: 9999 });
  expect((await editor.call('saveExperiment', { body: unknown })).body.fields).toEqual({
    variants: 'invalid',
  });
});

test('changes no experiment that has started, and runs one at a time on a page', async () => {
  const body = draft();
  const { seen } = await editor.must('saveExperiment', { body });
  expect((await editor.call('saveExperiment', { body })).body.error, 'unseen').toBe('conflict');
  await editor.must('saveExperiment', { body: { ...body, seen } });
  await move(body.id, 'running');
  await move(body.id, 'running');
  const { seen: now } = await look(body.id);
  expect((await editor.call('saveExperiment', { body: { ...body, seen: now } })).body.error).toBe('conflict');
  const second = draft();
  await editor.must('saveExperiment', { body: second });
  const started = await editor.call('moveExperiment', { body: { site: '*', id: second.id, to: 'running' } });
  expect(started.body.error).toBe('page_taken');
  const winner = await editor.call('moveExperiment', {
    body: { site: '*', id: body.id, to: 'decided', winner: 2 },
  });
  expect(winner.body.fields).toEqual({ winner: 'invalid' });
});

/** People who saw a version, of whom the first ones got their money back. */
async function plantRefunds(id: string, variant: number, people: number, refunds: number) {
  const buyer = await plant(site, {});
  await sql`
    insert into experiment_exposures (experiment_id, unit, variant, first_at)
    select ${id}, ${`v${variant}-`} || n, ${variant}::smallint, app_now() - interval '1 hour' from generate_series(1, ${people}::int) n`.execute(
    site.db,
  );
  await sql`update experiments set started_at = app_now() - interval '2 hours' where id = ${id}`.execute(
    site.db,
  );
  for (let i = 1; i <= refunds; i++) {
    const member = i === 1 ? buyer : await plant(site, {});
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
  await plantRefunds(id, 0, 400, 0);
  await plantRefunds(id, 1, 400, 60);
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
  await plantRefunds(id, 0, 400, 8);
  await plantRefunds(id, 1, 400, 20);
  expect((await count(id)).state).toBe('running');
});

test('stops when the versions are not handed out as planned', async () => {
  const id = await start(draft());
  await plantRefunds(id, 0, 500, 0);
  await plantRefunds(id, 1, 300, 0);
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
