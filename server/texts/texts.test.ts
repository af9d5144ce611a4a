import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { templates } from '#mail/index.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { SITES_CHANGED } from '../site-settings/index.ts';

const app = testApp({ PUBLIC_URL: 'https://liaison.example' });
let editor: Client;
let other: Client;

beforeAll(async () => {
  await sql`insert into sites (host, company_id, overrides) values ('zweite.example', 1, '{"name":"Zweite","languages":["de"],"domain_language":"de"}')`.execute(
    app.db,
  );
  app.app.events.publish(SITES_CHANGED, null);
  editor = await operator('Edda');
  other = await operator('Otto');
});

async function operator(name: string): Promise<Client> {
  const id = await plant(app, { name });
  await sql`update members set roles = '{editor}' where id = ${id}`.execute(app.db);
  return browserOf(app, id);
}

const everySite = { host: '*', language: 'en' as const };
const shown = async (token: string, host?: string) =>
  (
    await app.visitor().call('staticPage', {
      query: { token, language: host ? 'de' : 'en' },
      ...(host && { headers: { host } }),
    } as never)
  ).body;

test('publishes a page, records its versions with author and time, and restores an earlier one', async () => {
  const place = { token: 'faq', ...everySite };
  const before = await editor.must('adminPage', { query: place });
  expect([before.own, before.seen]).toEqual([null, null]);
  expect(before.inherited).toContain('#');
  const first = await editor.must('adminWritePage', {
    body: { ...place, body: '# First {{site}}', seen: null },
  });
  const second = await other.must('adminWritePage', {
    body: { ...place, body: '# Second', seen: first.seen },
  });
  expect((await shown('faq')).title).toBe('Second');
  const { versions } = await editor.must('adminTextVersions', {
    query: { kind: 'page', name: 'faq', ...everySite },
  });
  expect(versions.map(({ operator, content }) => [operator!.name, content!['body']])).toEqual([
    ['Otto', '# Second'],
    ['Edda', '# First {{site}}'],
  ]);
  const undone = await editor.must('adminWritePage', {
    body: { ...place, body: versions[1]!.content!['body']!, seen: second.seen },
  });
  expect((await shown('faq')).title).toBe('First Liaison');
  await editor.must('adminDropPage', { body: { ...place, seen: undone.seen } });
  expect((await shown('faq')).title).not.toBe('First Liaison');
  expect(
    (await editor.must('adminTextVersions', { query: { kind: 'page', name: 'faq', ...everySite } }))
      .versions[0]!.content,
  ).toBeNull();
});

test('refuses to overwrite a change that the operator has not seen, and stores identical text once', async () => {
  const place = { token: 'visit', ...everySite };
  const { seen } = await editor.must('adminWritePage', { body: { ...place, body: '# One', seen: null } });
  const late = await other.call('adminWritePage', { body: { ...place, body: '# Two', seen: null } });
  expect([late.status, late.body.error]).toEqual([409, 'conflict']);
  expect((await shown('visit')).title).toBe('One');
  // A browser repeats the call after a lost response.
  expect(await editor.must('adminWritePage', { body: { ...place, body: '# One', seen: null } })).toEqual({
    seen,
  });
});

test("prefers a site's own text to the text for every site, and has none for an unknown site", async () => {
  await editor.must('adminWritePage', {
    body: { token: 'both', host: '*', language: 'de', body: '# Alle {{site}}', seen: null },
  });
  await editor.must('adminWritePage', {
    body: { token: 'both', host: 'zweite.example', language: 'de', body: '# Nur {{site}}', seen: null },
  });
  expect((await shown('both', 'zweite.example')).title).toBe('Nur Zweite');
  expect(
    (await editor.must('adminPage', { query: { token: 'both', host: 'zweite.example', language: 'de' } }))
      .inherited,
  ).toBe('# Alle {{site}}');
  const nowhere = await editor.call('adminWritePage', {
    body: { token: 'both', host: 'nobody.example', language: 'de', body: '# X', seen: null },
  });
  expect([nowhere.status, nowhere.body.fields]).toEqual([422, { host: 'invalid' }]);
  const { sites } = await editor.must('adminTextSites');
  expect(sites.map(({ host, name, languages }) => [host, name, languages])).toEqual([
    ['*', 'Liaison', ['de', 'en', 'nl']],
    ['zweite.example', 'Zweite', ['de']],
  ]);
});

test('previews a page as visitors would see it, without storing it', async () => {
  const { title, html } = await editor.must('adminPagePreview', {
    body: {
      token: 'news',
      host: 'zweite.example',
      language: 'de',
      body: '# {{site}}\n\n## Eins\n\n<b>x</b> [y](/pages/terms)',
    },
  });
  expect(title).toBe('Zweite');
  expect(html).toContain('href="/de/pages/terms"');
  expect(html).not.toContain('<b>');
  expect((await app.visitor().call('staticPage', { query: { token: 'news' } as never })).status).toBe(404);
});

test('publishes a landing slug, lists it by key and removes it', async () => {
  const words = {
    headline: 'Hi <em>you</em>',
    lead: 'Come in',
    button: 'Go',
    imagery: 'sea' as const,
    offer: null,
  };
  const seen = new Map<number, number | null>();
  for (let number = 200; number < 253; number++) {
    const written = await editor.must('adminWriteSlug', {
      body: { slug: `bbw-${number}`, ...everySite, ...words, seen: null },
    });
    seen.set(number, written.seen);
  }
  const first = await editor.must('adminSlugs', { query: everySite });
  expect(first.standard.map(({ slug }) => slug)).toContain('milf-2');
  const rest = await editor.must('adminSlugs', { query: { ...everySite, cursor: first.next! } });
  expect([first.own.length, rest.standard.length, rest.next]).toEqual([50, 0, null]);
  expect(new Set([...first.own, ...rest.own].map(({ slug }) => slug)).size).toBe(53);
  const look = async () =>
    (await app.visitor().call('landing', { query: { lander: 'gallery', slug: 'bbw-200', language: 'en' } }))
      .body;
  expect([(await look()).headline, (await look()).imagery]).toEqual(['Hi <em>you</em>', 'sea']);
  await editor.must('adminDropSlug', { body: { slug: 'bbw-200', ...everySite, seen: seen.get(200)! } });
  expect((await look()).slug).toBe('bbw-1');
});

test('previews every mail in every language, and unsent announcements with their own texts', async () => {
  const { mails } = await editor.must('adminMails');
  expect(mails.map(({ template }) => template)).toEqual(Object.keys(templates));
  for (const { template } of mails)
    for (const language of locales) {
      const { subject, html, text } = await editor.must('adminMailPreview', {
        body: { template, host: '*', language },
      });
      expect([template, language, subject.length > 5, html.includes('Liaison'), text.length > 40]).toEqual([
        template,
        language,
        true,
        true,
        true,
      ]);
    }
  const announcement = {
    subject: 'Something new',
    text: 'One.\n\nTwo.',
    action: { label: 'Look', path: '/swipe-game' },
  };
  const preview = await editor.must('adminMailPreview', {
    body: { template: 'news', ...everySite, announcement },
  });
  expect(preview.subject).toBe('Something new');
  expect(preview.html).toContain('https://liaison.example/en/swipe-game');
});

test("prefers an operator's mail texts for the site to those for every site, and those to the standard ones", async () => {
  const write = (
    host: string,
    language: 'en' | 'de',
    texts: Record<string, string>,
    seen: number | null = null,
  ) => editor.must('adminWriteMail', { body: { template: 'activation', host, language, texts, seen } });
  const { seen } = await write('*', 'de', { subject: 'Hallo von {site}', title: 'Willkommen bei uns' });
  await write('zweite.example', 'de', { subject: 'Zweite grüßt', button: ' ' });
  const signUp = (email: string, host: string) =>
    app.visitor().call('signup', {
      body: {
        email,
        password: 'a long enough password',
        name: 'Zora',
        gender: 'female',
        gender_sought: 'male',
        date_of_birth: '1990-01-01',
        country: 'DE',
        language: 'de',
        intimate_consent: true,
      },
      headers: { host },
    } as never);
  expect((await signUp('one@example.test', 'liaison.example')).status).toBe(201);
  expect((await signUp('two@example.test', 'zweite.example')).status).toBe(201);
  const mail = async (email: string) => (await app.outbox(email))[0]!;
  expect([(await mail('one@example.test')).subject, (await mail('two@example.test')).subject]).toEqual([
    'Hallo von Liaison',
    'Zweite grüßt',
  ]);
  expect((await mail('two@example.test')).text).toContain('Willkommen bei uns');
  expect((await mail('two@example.test')).text).toContain('activate');
  const { fields } = await editor.must('adminMail', {
    query: { template: 'activation', host: '*', language: 'de' },
  });
  expect(fields.find(({ key }) => key === 'subject')).toMatchObject({ own: 'Hallo von {site}' });
  const empty = await editor.must('adminWriteMail', {
    body: { template: 'activation', host: '*', language: 'de', texts: { subject: '' }, seen },
  });
  expect(empty.seen).toBeGreaterThan(seen!);
  expect(
    (await editor.must('adminMails')).mails.find(({ template }) => template === 'activation')!.own,
  ).toEqual([{ host: 'zweite.example', language: 'de' }]);
});

test('leaves mails about security to owners', async () => {
  const write = (who: Client, template: string) =>
    who.call('adminWriteMail', {
      body: { template, ...everySite, texts: { subject: 'All is well' }, seen: null } as never,
    });
  const owner = await operator('Olga');
  await sql`update members set roles = '{owner}' where id = ${owner.memberId}`.execute(app.db);
  for (const template of ['new-device', 'security-changed', 'operator-invitation', 'reset-password'])
    expect((await write(editor, template)).body.error, template).toBe('role_required');
  expect((await editor.must('adminMails')).mails.flatMap(({ own }) => own)).not.toContainEqual(everySite);
  const look = (who: Client, template: string) =>
    who.must('adminMail', { query: { template, ...everySite } });
  expect((await look(editor, 'new-device')).may_write).toBe(false);
  expect((await look(editor, 'match')).may_write).toBe(true);
  const { fields, may_write } = await look(owner, 'new-device');
  expect(may_write).toBe(true);
  const texts = { [fields[0]!.key]: `${fields[0]!.standard} Take care.` };
  const body = { template: 'new-device', ...everySite, texts, seen: null };
  expect((await owner.call('adminWriteMail', { body })).status).toBe(200);
});

test('refuses unknown placeholders and keys in mail texts', async () => {
  for (const texts of [
    { subject: 'Hello {password}' },
    { subject: '$t(reason.account)' },
    { reason: 'Because' },
    { 'foot.support': 'x' },
  ]) {
    const { status, body } = await editor.call('adminWriteMail', {
      body: { template: 'activation', ...everySite, texts: texts as never, seen: null },
    });
    expect([status, Object.values(body.fields ?? {})]).toEqual([422, ['invalid']]);
  }
  expect((await editor.call('adminMail', { query: { template: 'no-such-mail', ...everySite } })).status).toBe(
    404,
  );
});

test("sends a test mail to the operator's own address only", async () => {
  const { email } = await editor.must('adminMailTest', {
    body: { template: 'match', host: 'zweite.example', language: 'de' },
  });
  expect(email).toBe('Edda@plant.test');
  expect(await app.outbox(email)).toHaveLength(1);
});

test('sends unsaved texts of a mail to the operator, without saving them', async () => {
  const place = { template: 'match', host: '*', language: 'en' as const };
  const test = (texts: Record<string, string>) => editor.call('adminMailTest', { body: { ...place, texts } });
  expect((await test({ subject: 'A draft of a subject' })).status).toBe(200);
  const [mail] = await app.outbox('Edda@plant.test');
  expect(mail!.subject).toBe('A draft of a subject');
  expect(
    (await editor.must('adminMail', { query: place })).fields.find(({ key }) => key === 'subject'),
  ).toMatchObject({
    own: null,
  });
  expect((await test({ subject: 'Dear {stranger}' })).body.fields).toEqual({ subject: 'invalid' });
});

test("counts an announcement's recipients, sends it once, waits for its time and can be stopped", async () => {
  const texts = { fi: { subject: 'Uutta', text: 'Jotain uutta.' } };
  // Noon in Aino's time zone, because news mails are not sent at night.
  await app.shiftToNoon();
  const member = await plant(app, { name: 'Aino', time_zone: 'UTC' });
  await sql`update members set language = 'fi' where id = ${member}`.execute(app.db);
  const body = { type: 'news' as const, texts, audience: {} };
  expect(await editor.must('adminAudienceSize', { body })).toEqual({
    members: 1,
    languages: [{ language: 'fi', members: 1 }],
  });
  expect(
    (await editor.must('adminAudienceSize', { body: { ...body, audience: { hosts: ['zweite.example'] } } }))
      .members,
  ).toBe(0);
  expect(
    (await editor.must('adminAudienceSize', { body: { ...body, audience: { hosts: ['*'] } } })).members,
  ).toBe(1);
  const client_id = randomUUID();
  const { id } = await editor.must('adminAnnounce', { body: { client_id, ...body } });
  expect(await editor.must('adminAnnounce', { body: { client_id, ...body } })).toEqual({ id });
  expect((await app.outbox('Aino@plant.test')).map(({ subject }) => subject)).toEqual(['Uutta']);
  const later = await editor.must('adminAnnounce', {
    body: {
      client_id: randomUUID(),
      ...body,
      starts_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
    },
  });
  const { announcements } = await editor.must('adminAnnouncements', {});
  expect(announcements.map((one) => [one.id, one.status, one.sent, one.operator!.name])).toEqual([
    [later.id, 'scheduled', 0, 'Edda'],
    [id, 'sent', 1, 'Edda'],
  ]);
  for (let tries = 0; tries < 2; tries++)
    expect(await editor.must('adminCancelAnnouncement', { body: { id: later.id } })).toEqual({ ok: true });
  expect((await editor.call('adminCancelAnnouncement', { body: { id } })).status).toBe(409);
  const past = await editor.call('adminAnnounce', {
    body: { client_id: randomUUID(), ...body, starts_at: '2020-01-01T10:00:00Z' },
  });
  expect([past.status, past.body.fields]).toEqual([422, { starts_at: 'invalid' }]);
  expect(
    (await editor.call('adminAnnounce', { body: { client_id: randomUUID(), ...body, texts: {} } })).status,
  ).toBe(422);
});
