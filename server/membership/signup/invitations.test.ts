import { beforeAll, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';
import { plantSite, setSettings } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const OTHER = 'elsewhere.example';
const site = testApp();
let operator: Client;

beforeAll(async () => {
  operator = await operatorWith(site, 'support');
  await plantSite(site, OTHER, 'Elsewhere');
  await setSettings(site, { signups: 'invite' });
});

const signUp = (email: string, invite: string) =>
  site.visitor().call('signup', {
    body: {
      email,
      invite,
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
const invite = (email: string | null, on: string | null = null) =>
  operator.must('addInvitation', { body: { email, language: 'de', days: 7, site: on } });
const tokenIn = (link: string) => new URL(link).searchParams.get('invite') ?? '';
const listed = async (id: string) =>
  (await operator.must('adminInvitations')).invitations.find((each) => each.id === id);

test('mails an invitation in the chosen language, and lists it as used after the signup', async () => {
  const { id, link } = await invite('guest@example.test');
  const [mail] = await site.outbox('guest@example.test');
  expect(mail).toMatchObject({ subject: expect.stringContaining('eingeladen') });
  expect(mail?.links.map((each) => new URL(each).searchParams.get('invite'))).toContain(tokenIn(link));
  expect(await listed(id)).toMatchObject({ email: 'guest@example.test', state: 'waiting', site: null });
  expect((await signUp('guest@example.test', tokenIn(link))).status).toBe(201);
  expect(await listed(id)).toMatchObject({ state: 'used' });
});

test('ends an earlier invitation to the same address', async () => {
  const first = await invite('twice@example.test');
  const second = await invite('Twice@example.test');
  expect(await listed(first.id)).toMatchObject({ state: 'withdrawn' });
  expect((await signUp('twice@example.test', tokenIn(first.link))).body.error).toBe('signup_closed');
  expect((await signUp('twice@example.test', tokenIn(second.link))).status).toBe(201);
});

test('admits nobody with a withdrawn invitation, and withdraws no used one', async () => {
  const { id, link } = await invite(null);
  await operator.must('withdrawInvitation', { body: { id } });
  expect(await listed(id)).toMatchObject({ email: null, state: 'withdrawn' });
  expect((await signUp('late@example.test', tokenIn(link))).body.error).toBe('signup_closed');

  const used = await invite(null);
  expect((await signUp('early@example.test', tokenIn(used.link))).status).toBe(201);
  expect((await operator.call('withdrawInvitation', { body: { id: used.id } })).body.error).toBe('not_found');
});

test('admits to the site of the invitation only', async () => {
  const { link } = await invite(null, OTHER);
  expect(new URL(link).hostname).toBe(OTHER);
  expect((await signUp('astray@example.test', tokenIn(link))).body.error).toBe('signup_closed');
  const here = await invite(null, '*');
  expect((await signUp('astray@example.test', tokenIn(here.link))).status).toBe(201);
});

test('rejects an invalid address and an unknown site', async () => {
  const asked = (email: string | null, on: string | null) =>
    operator.call('addInvitation', { body: { email, language: 'nl', days: 7, site: on } });
  expect((await asked('nobody', null)).body).toMatchObject({
    error: 'invalid_fields',
    fields: { email: 'email_invalid' },
  });
  expect((await asked(null, 'nowhere.example')).status).toBeGreaterThanOrEqual(400);
});

test('pages through invitations made at the same moment', async () => {
  const made = [];
  for (let i = 0; i < 55; i++) made.push((await invite(null)).id);
  const first = await operator.must('adminInvitations');
  const second = await operator.must('adminInvitations', { query: { cursor: first.next ?? '' } });
  const ids = [...first.invitations, ...second.invitations].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(made));
});
