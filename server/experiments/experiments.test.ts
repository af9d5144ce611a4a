import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';
import { type Draft, draft, experimentSteps, pricePage } from '#support/experiments/experiment-steps.ts';
import { plantWithBrowser, setSettings } from '#support/members.ts';

const site = testApp();
/** Another process of the site, with its own database. */
const other = testApp();
const DUTCH = '193.0.6.139';
const steps = experimentSteps(site);
const { start, move, look, visitor, open, slugFor, count, exposures } = steps;

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
  await steps.editor.must('saveExperiment', { body: second });
  const started = await steps.editor.call('moveExperiment', {
    body: { site: '*', id: second.id, to: 'running' },
  });
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
    const answer = await steps.editor.call('saveExperiment', { body: pricePage(change as never) });
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
  await firstOf(steps.editor);
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
  const refused = await steps.editor.call('saveExperiment', {
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
    const { body } = await steps.editor.call('saveExperiment', { body: draft(change) });
    expect(Object.keys(body.fields ?? {}), JSON.stringify(change)).toContain(field);
  }
  const unknown = pricePage({ recommended: 9999 });
  expect((await steps.editor.call('saveExperiment', { body: unknown })).body.fields).toEqual({
    variants: 'invalid',
  });
});

test('changes no experiment that has started, and runs one at a time on a page', async () => {
  const body = draft();
  const { seen } = await steps.editor.must('saveExperiment', { body });
  expect((await steps.editor.call('saveExperiment', { body })).body.error, 'unseen').toBe('conflict');
  await steps.editor.must('saveExperiment', { body: { ...body, seen } });
  await move(body.id, 'running');
  await move(body.id, 'running');
  const { seen: now } = await look(body.id);
  expect((await steps.editor.call('saveExperiment', { body: { ...body, seen: now } })).body.error).toBe(
    'conflict',
  );
  const second = draft();
  await steps.editor.must('saveExperiment', { body: second });
  const started = await steps.editor.call('moveExperiment', {
    body: { site: '*', id: second.id, to: 'running' },
  });
  expect(started.body.error).toBe('page_taken');
  const winner = await steps.editor.call('moveExperiment', {
    body: { site: '*', id: body.id, to: 'decided', winner: 2 },
  });
  expect(winner.body.fields).toEqual({ winner: 'invalid' });
});
