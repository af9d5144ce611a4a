import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import { rulesMet } from '#contract/rules/text-rules.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { browserOf, plant, setSettings } from '#support/members.ts';
import { SITES_CHANGED } from '../../site-settings/index.ts';

const site = testApp();
let first: Client;
let second: Client;

beforeAll(async () => {
  first = await operatorWith('moderator');
  second = await operatorWith('moderator');
});

async function operatorWith(role: Role): Promise<Client> {
  const id = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: [role] })
    .where('id', '=', id)
    .execute();
  return browserOf(site, id);
}

const measure = (member: Client, body: object) =>
  first.call('takeMeasure', {
    body: {
      member: member.memberId,
      ground: 'harassment',
      facts: 'You wrote that she would be sorry.',
      ...body,
    },
  });
const tokenIn = async (email: string) => {
  const [mail] = await site.outbox(email);
  const link = mail!.links.find((address) => address.includes('/appeal'))!;
  return new URL(link).searchParams.get('token')!;
};

test('closes a banned account with a statement of reasons, and lets another operator reverse the ban on appeal', async () => {
  const anna = await site.as('anna');
  const bram = await site.as('bram', { gender: 'male', gender_sought: 'female' });
  expect((await measure(bram, { kind: 'ban' })).status).toBe(201);
  expect((await bram.call('user')).status).toBe(403);
  expect((await anna.call('member', { query: { id: bram.memberId } })).status).toBe(404);
  // One mail covers everything: the reasons, the refund of credits, and how to appeal.
  const closed = (await site.outbox(bram.email)).filter(({ text }) =>
    text?.includes('You wrote that she would be sorry.'),
  );
  expect(closed).toHaveLength(1);
  const [mail] = closed;
  expect(mail!.text).toContain('no credits left that can be refunded');
  expect(mail!.text).toContain('You wrote that she would be sorry.');
  expect(mail!.text).toContain('nobody is threatened');

  const visitor = site.visitor();
  const token = await tokenIn(bram.email);
  expect(await visitor.must('appealView', { query: { token } })).toMatchObject({
    kind: 'ban',
    ground: 'harassment',
    appeal: null,
  });
  await visitor.must('appeal', { body: { token, text: 'It was my brother.' } });
  await visitor.must('appeal', { body: { token, text: 'Again.' } });
  expect((await visitor.must('appealView', { query: { token } })).appeal).toMatchObject({ state: 'open' });

  const { appeals } = await first.must('adminAppeals');
  const [waiting] = appeals.filter(({ member }) => member?.id === bram.memberId);
  expect(waiting).toMatchObject({ text: 'It was my brother.', own: true, measure: { kind: 'ban' } });
  const decision = { id: waiting!.id, reverse: true, note: 'The address shows that it was not you.' };
  expect((await first.call('decideAppeal', { body: decision })).body.error).toBe('own_decision');
  await second.must('decideAppeal', { body: decision });
  await second.must('decideAppeal', { body: decision });
  expect((await second.call('decideAppeal', { body: { ...decision, reverse: false } })).body.error).toBe(
    'conflict',
  );

  expect(
    (await visitor.call('login', { body: { email: bram.email, password: 'een-lang-wachtwoord' } })).status,
  ).toBe(200);
  expect((await visitor.must('activity')).events).toMatchObject([
    { kind: 'appeal_decided', details: { reversed: true } },
    { kind: 'measure', details: { measure: 'ban' } },
  ]);
  expect((await anna.call('member', { query: { id: bram.memberId } })).status).toBe(200);
  const answers = (await site.outbox(bram.email)).filter(({ text }) =>
    text?.includes('The address shows that it was not you.'),
  );
  expect(answers).toHaveLength(1);
  expect((await site.visitor().call('appealView', { query: { token: `${token}x` } })).body.error).toBe(
    'link_expired',
  );
});

test('removes the verified badge with reasons, and restores it on appeal', async () => {
  const [dina, other] = [
    await site.as('dina'),
    await site.as('otto', { gender: 'male', gender_sought: 'female' }),
  ];
  await sql`update profiles set verified = true where id = ${dina.memberId}`.execute(site.db);
  const badge = async () => (await other.must('member', { query: { id: dina.memberId } })).verified;
  expect(await badge()).toBe(true);
  expect((await first.must('adminMember', { query: { id: dina.memberId } })).profile).toMatchObject({
    verified: true,
  });
  expect((await measure(dina, { kind: 'badge_removed', ground: 'fake_profile' })).status).toBe(201);
  expect(await badge()).toBeUndefined();
  expect(
    (await other.must('members', { query: { verified: true } })).results.map(({ id }) => id),
  ).not.toContain(dina.memberId);
  expect((await measure(dina, { kind: 'badge_removed' })).body.error, 'there is none to take').toBe(
    'conflict',
  );
  const told = (await site.outbox(dina.email)).filter(({ text }) =>
    text?.includes('Your profile no longer carries the badge'),
  );
  expect(told).toHaveLength(1);
  expect(told[0]!.text).toContain('You wrote that she would be sorry.');
  const noted =
    await sql`select from audit_log where action = 'measure.badge_removed' and member_id = ${dina.memberId}`.execute(
      site.db,
    );
  expect(noted.rows).toHaveLength(1);
  expect((await dina.must('verification')).state, 'she may ask for it again').toBe('none');

  await site.visitor().must('appeal', { body: { token: await tokenIn(dina.email), text: 'It is me.' } });
  const { appeals } = await second.must('adminAppeals');
  const { id } = appeals.find(({ member }) => member?.id === dina.memberId)!;
  await second.must('decideAppeal', { body: { id, reverse: true, note: 'It is.' } });
  expect(await badge()).toBe(true);
});

test('states the end of a suspension, and ends it automatically unless another one runs', async () => {
  const carl = await site.as('carl', { gender: 'male', gender_sought: 'female' });
  await measure(carl, { kind: 'suspension', days: 1 });
  await measure(carl, { kind: 'suspension', days: 3 });
  const login = () =>
    site.visitor().call('login', { body: { email: carl.email, password: 'een-lang-wachtwoord' } });
  expect((await login()).body).toMatchObject({
    error: 'suspended',
    params: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  });
  const end = () => site.app.jobs.add(site.db, 'end-suspensions').then(() => site.runJobs());
  await site.shiftClock(2 * 86_400);
  await end();
  expect((await login()).body.error).toBe('suspended');
  await site.shiftClock(4 * 86_400);
  await end();
  expect((await login()).status).toBe(200);
  const back = site.visitor();
  await back.must('login', { body: { email: carl.email, password: 'een-lang-wachtwoord' } });
  expect((await back.must('activity')).events.map(({ kind }) => kind)).toEqual([
    'measure_ended',
    'measure_ended',
    'measure',
    'measure',
  ]);
  await site.shiftClock(0);
});

test("states the end of a suspension as a date in the site's time zone, at login and in the mail", async () => {
  // 23:30 UTC is the next day in Amsterdam, in summer and winter.
  await site.shiftToNoon(11.5);
  const moderator = await operatorWith('moderator');
  const emil = await site.as('emil', { gender: 'male', gender_sought: 'female' });
  await moderator.must('takeMeasure', {
    body: {
      member: emil.memberId,
      ground: 'harassment',
      facts: 'You threatened her.',
      kind: 'suspension',
      days: 3,
    },
  });
  const { rows } = await sql<{ day: string }>`
    select ((app_now() at time zone 'UTC')::date + 4)::text as day`.execute(site.db);
  const { body } = await site.visitor().call('login', { body: { email: emil.email, password } });
  const [mail] = await site.outbox(emil.email);
  await site.shiftClock(0);
  const { day } = rows[0]!;
  expect(body).toMatchObject({ error: 'suspended', params: { until: day } });
  expect(mail!.text).toContain(
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
  );
});

test('leaves an account open after a warning, and allows no sanctions against operators', async () => {
  const dora = await site.as('dora');
  await measure(dora, { kind: 'warning' });
  expect((await dora.call('user')).status).toBe(200);
  expect((await measure(second, { kind: 'ban' })).body.fields).toEqual({ member: 'invalid' });
  expect((await measure(dora, { kind: 'suspension' })).body.fields).toEqual({ days: 'required' });
});

describe('credits granted by operators', () => {
  test('need a second operator above the daily limit, even if split', async () => {
    const support = await operatorWith('support');
    const member = await plant(site);
    const give = (credits: number) =>
      support.must('changeCredits', {
        body: { id: crypto.randomUUID(), member, credits, reason: 'a gesture' },
      });
    expect((await give(60)).state).toBe('done');
    expect((await give(40)).state).toBe('done');
    const id = crypto.randomUUID();
    const asked = { id, member, credits: 1, reason: 'one more' };
    expect((await support.must('changeCredits', { body: asked })).state).toBe('approval');
    expect((await support.must('changeCredits', { body: asked })).state).toBe('approval');
    expect((await support.call('decideCredits', { body: { id, approve: true } })).body.error).toBe(
      'own_decision',
    );
    const finance = await operatorWith('finance');
    await finance.must('decideCredits', { body: { id, approve: true } });
    await finance.must('decideCredits', { body: { id, approve: true } });
    const balance = async () =>
      (
        await site.db
          .selectFrom('members')
          .where('id', '=', member)
          .select('credits')
          .executeTakeFirstOrThrow()
      ).credits;
    expect(await balance()).toBe(101);
    const taker = await operatorWith('support');
    const taken = await taker.must('changeCredits', {
      body: { id: crypto.randomUUID(), member, credits: -51, reason: 'given twice' },
    });
    expect([taken.state, await balance()]).toEqual(['done', 50]);
    const beyond = await taker.call('changeCredits', {
      body: { id: crypto.randomUUID(), member, credits: -60, reason: 'too much' },
    });
    expect([beyond.status, await balance()]).not.toEqual([200, -10]);
  });
});

describe('texts flagged by a rule', () => {
  test.each([
    ['Bel me op 06-12 34 56 78', ['phone']],
    ['zero six one two three four five', ['phone']],
    ['Kerkstraat 12, kom langs', ['address']],
    ['find me on telegram: sweetie', ['link']],
    ['see www.example.org', ['link']],
    ["I'm 16 and bored", ['minor']],
    ['Ik ben 15 jaar', ['minor']],
    ['Ik ben 35 en hou van wandelen, 2 katten, geboren in 1988', []],
    ['Met 3 vrienden naar 2 festivals in 2025', []],
  ])('%s', (text, rules) => expect(rulesMet(text)).toEqual(rules));

  test('are queued once, minors first, and removed with a reason for the member', async () => {
    const emma = await site.as('emma');
    await emma.must('changeProfile', { body: { about: 'Call me on 06 1234 5678' } });
    const flag = () => site.app.jobs.add(site.db, 'flag-texts').then(() => site.runJobs());
    await flag();
    await flag();
    const mine = async () =>
      (await first.must('adminTexts')).texts.filter(({ member }) => member.id === emma.memberId);
    expect(await mine()).toMatchObject([
      { kind: 'about', rules: ['phone'], text: 'Call me on 06 1234 5678' },
    ]);
    const { id } = (await mine())[0]!;
    expect((await first.call('decideText', { body: { id, remove: true } })).body.fields).toEqual({
      facts: 'required',
    });
    await first.must('decideText', {
      body: { id, remove: true, ground: 'privacy', facts: 'Your phone number stood in your text.' },
    });
    expect((await emma.must('user')).profile.about).toBeNull();
    expect((await site.outbox(emma.email))[0]!.text).toContain('Your phone number stood in your text.');
    await flag();
    expect(await mine()).toEqual([]);
  });

  test('cover each answer to a prompt, and removing one keeps the others', async () => {
    const fay = await site.as('fay');
    const [phone, calm, mail] = [
      { prompt: 'kiss', answer: 'Call me on 06 1234 5678' },
      { prompt: 'cook', answer: 'Soup' },
      { prompt: 'sunday', answer: 'Mail me: fay@example.test' },
    ] as const;
    await fay.must('changeProfile', { body: { prompts: [phone, calm, mail] } });
    await site.app.jobs.add(site.db, 'flag-texts').then(() => site.runJobs());
    const queued = (await first.must('adminTexts')).texts.filter(({ member }) => member.id === fay.memberId);
    expect(queued.map(({ kind, text }) => [kind, text])).toEqual([
      ['prompt', phone.answer],
      ['prompt', mail.answer],
    ]);
    const { id } = queued[0]!;
    await first.must('decideText', {
      body: { id, remove: true, ground: 'privacy', facts: 'A phone number.' },
    });
    expect((await fay.must('user')).profile.prompts).toEqual([calm, mail]);
  });
});

test('finds a member by id, name, address, payment and network, and shows no position or secret', async () => {
  const fenna = await site.as('fenna', { email: 'fenna.de.vries@example.test' });
  await sql`update members set tracking = '{"network": "adnet"}' where id = ${fenna.memberId}`.execute(
    site.db,
  );
  const found = async (find: string) =>
    (await first.must('adminMembers', { query: { find } })).members.map(({ id }) => id);
  for (const find of [
    String(fenna.memberId),
    'fenna',
    'FENNA',
    'fenna.de.vries@example.test',
    'fenna.de.vries@',
    'network: adnet',
  ])
    expect(await found(find), find).toContain(fenna.memberId);
  expect(await found('nobody of this name')).toEqual([]);
  const file = JSON.stringify(await first.must('adminMember', { query: { id: fenna.memberId } }));
  expect(file).not.toMatch(/password|token|"lat"|"lon"/);
});

test('searches the audit log by operator, member and act, and exports the same lines', async () => {
  const owner = await operatorWith('owner');
  const member = await plant(site);
  await second.must('signOutMember', { body: { member } });
  const { lines } = await owner.must('adminAudit', {
    query: { operator: second.memberId, member, act: 'member.' },
  });
  expect(lines).toMatchObject([
    { act: 'member.sign_out', member: { id: member }, operator: { id: second.memberId } },
  ]);
  const file = await owner.request<string>('GET', `/api/admin/audit-file?member=${member}`);
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body.trim().split('\n')).toHaveLength(2);
  const figures = await first.request<string>('GET', '/api/admin/transparency?year=2026');
  expect(figures.body).toMatch(/measures,ban,harassment,own,,1,/);
  const report = await first.must('adminTransparency', { query: { from: '2020-01-01' } });
  expect(report.measures).toContainEqual({ kind: 'ban', ground: 'harassment', detection: 'own', number: 1 });
  expect(report.appeals).toContainEqual(
    expect.objectContaining({ by: 'concerned', state: 'reversed', median_hours: expect.any(Number) }),
  );
  const old = await first.must('adminTransparency', { query: { from: '2020-01-01', to: '2020-12-31' } });
  expect([old.notices, old.measures, old.appeals]).toEqual([[], [], []]);
  const backwards = await first.call('adminTransparency', {
    query: { from: '2026-02-01', to: '2026-01-01' },
  });
  expect(backwards.body.fields).toEqual({ to: 'invalid' });
  expect((await site.visitor().call('adminTransparency')).status).toBe(404);
  expect((await site.visitor().call('transparency')).status, 'not published').toBe(404);
  await setSettings(site, { public_transparency: true });
  site.app.events.publish(SITES_CHANGED, null);
  expect((await site.visitor().must('transparency')).measures).toEqual(report.measures);
});

test('lets an owner invite others by mail, and keeps the last owner in the role', async () => {
  const owner = await operatorWith('owner');
  const { id } = await owner.must('inviteOperator', {
    body: { email: 'olga@example.test', name: 'Olga', roles: ['support'] },
  });
  const [mail] = await site.outbox('olga@example.test');
  const token = new URL(mail!.links.find((link) => link.includes('/admin/login'))!).searchParams.get(
    'token',
  )!;
  const olga = site.visitor();
  expect((await olga.must('operatorLogin', { body: { token } })).roles).toEqual(['support']);
  const { rows } = await sql<{
    hours: number;
  }>`select extract(epoch from expires_at - created_at) / 3600 as hours from sessions where member_id = ${id}`.execute(
    site.db,
  );
  expect(Math.round(Number(rows[0]!.hours))).toBe(12);
  expect((await olga.call('adminTasks')).body.error).toBe('second_factor_required');
  await owner.must('changeOperator', { body: { id, roles: [] } });
  expect((await olga.call('adminTasks')).status).toBe(404);
  await sql`update members set roles = '{support}' where 'owner' = any(roles) and id <> ${owner.memberId}`.execute(
    site.db,
  );
  expect(
    (await owner.call('changeOperator', { body: { id: owner.memberId, roles: ['support'] } })).body.error,
  ).toBe('conflict');
});
