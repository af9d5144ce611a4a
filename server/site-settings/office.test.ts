import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { settingKeys, settingTable } from '#contract/site-settings/setting-table.ts';
import { testApp, type Client } from '#support/app.ts';
import { plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { picture } from '#support/pictures.ts';
import { SITES_CHANGED } from './site-cache.ts';

const app = testApp({ PUBLIC_URL: 'https://liaison.example' });
let owner: Client;
let finance: Client;

beforeAll(async () => {
  owner = await operatorWith(app, 'owner');
  finance = await operatorWith(app, 'finance');
});

const change = (changes: Record<string, unknown>, by = owner, site = '*') =>
  by.call('changeSettings', {
    body: { site, changes: Object.entries(changes).map(([key, value]) => ({ key, value })) },
  });
const settings = async (host = 'liaison.example') =>
  (await app.visitor().call('settings', { headers: { host } } as never)).body;
const history = async (key: string) => (await owner.must('settingHistory', { query: { key } })).changes;

test('has a valid default for every setting, and refuses an invalid value', async () => {
  const view = await owner.must('adminSettings');
  expect(view.settings.map(({ key }) => key)).toEqual(settingKeys);
  for (const key of settingKeys) {
    const { elsewhere } = settingTable[key] as { elsewhere?: true };
    const again = await change({ [key]: settingTable[key].default });
    // Null restores a default that is empty.
    expect([key, again.status]).toEqual([key, elsewhere ? 422 : 200]);
    const wrong = await change({ [key]: { odd: ['thing'] } });
    expect([key, wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([key, 422, [key]]);
  }
  await change(
    Object.fromEntries(
      settingKeys.filter((key) => !('elsewhere' in settingTable[key])).map((key) => [key, null]),
    ),
  );
});

test('applies a change immediately and records operator, time, old and new value; ignores an unchanged value', async () => {
  const before = (await history('name')).length;
  expect((await change({ name: 'Nightline', accent: 'teal' })).status).toBe(200);
  expect(await settings()).toMatchObject({ name: 'Nightline', accent: 'teal' });
  expect((await change({ name: 'Nightline' })).status).toBe(200);
  const changes = await history('name');
  expect(changes).toHaveLength(before + 1);
  expect(changes[0]).toMatchObject({
    key: 'name',
    old_value: null,
    new_value: 'Nightline',
    operator: { id: owner.memberId },
    undoes: null,
    stands: true,
  });
});

test('undoes a change once, unless a later change exists', async () => {
  const before = (await history('swipe_likes')).length;
  await change({ swipe_likes: 7 });
  const [first] = await history('swipe_likes');
  await change({ swipe_likes: 9 });
  const [second] = await history('swipe_likes');
  expect((await owner.call('undoSetting', { body: { change: first!.id } })).body.error).toBe('conflict');
  for (const undone of [true, false])
    expect(await owner.must('undoSetting', { body: { change: second!.id } })).toEqual({ undone });
  expect((await settings()).swipe_likes).toBe(7);
  const [undo, ...older] = await history('swipe_likes');
  expect([undo!.undoes, undo!.old_value, undo!.new_value, older.length - before]).toEqual([
    second!.id,
    9,
    7,
    2,
  ]);
  await owner.must('undoSetting', { body: { change: undo!.id } });
  expect((await settings()).swipe_likes).toBe(9);
});

test.each([
  [{ min_age: 16 }, { min_age: 'out_of_range' }],
  [{ message_length: 'a lot' }, { message_length: 'invalid' }],
  [{ name: '' }, { name: 'required' }],
  [{ name: 'x'.repeat(41) }, { name: 'too_long' }],
  [{ mail_name: 'Anna\r\nBcc: all@example.com' }, { mail_name: 'invalid' }],
  [{ support_email: 'nobody' }, { support_email: 'email_invalid' }],
  [{ theme: { day: 'red', evening: '#000000' } }, { theme: 'colour_invalid' }],
  [{ leave_url: 'javascript:alert(1)' }, { leave_url: 'address_invalid' }],
  [{ logo: 'https://elsewhere.example/logo.svg' }, { logo: 'invalid' }],
  [{ languages: ['pl'], domain_language: 'nl' }, { languages: 'language_missing' }],
  [{ countries: ['NL'], default_country: 'PL' }, { default_country: 'country_missing' }],
  [{ time_zone: 'Europe/Atlantis' }, { time_zone: 'invalid' }],
  [{ time_zone: '+05:00' }, { time_zone: 'invalid' }],
  [{ time_zone: 'CET' }, { time_zone: 'invalid' }],
  [{ age_assurance: { XX: 'at_signup' } }, { age_assurance: 'invalid' }],
  [{ country_currencies: { XX: 'EUR' } }, { country_currencies: 'invalid' }],
  [
    { minimum_message_costs: { PL: { costs: '1,5', currency: 'PLN' } } },
    { minimum_message_costs: 'invalid' },
  ],
  [{ premium_photos: 1 }, { premium_photos: 'out_of_range' }],
  [{ refund_days: 3 }, { refund_days: 'out_of_range' }],
  [{ claims: [] }, { claims: 'unknown' }],
  [{ cdn_prefix: 'https://cdn.example.test' }, { cdn_prefix: 'unknown' }],
  [{ nonsense: 1 }, { nonsense: 'unknown' }],
])('refuses %j with its reason, and saves nothing sent with it', async (wrong, fields) => {
  const before = (await settings()).free_messages;
  const { status, body } = await change({ free_messages: before + 1, ...wrong });
  expect([status, body.fields]).toEqual([422, fields]);
  expect((await settings()).free_messages).toBe(before);
});

test('refuses a new age gate while no provider is configured, and lets a gate go', async () => {
  const refused = [422, { age_assurance: 'age_provider_missing' }];
  const wish = async (gates: Record<string, string>) => {
    const { status, body } = await change({ age_assurance: gates });
    return [status, body.fields];
  };
  await change({ age_assurance: { DE: 'before_contact', FR: 'at_signup' } });
  const { ageProviders } = app.app.config;
  app.app.config.ageProviders = [];
  try {
    expect(await wish({ DE: 'before_contact', FR: 'at_signup', IT: 'before_contact' })).toEqual(refused);
    expect(await wish({ DE: 'at_signup', FR: 'at_signup' })).toEqual(refused);
    expect((await change({ swipe_likes: 11 })).status).toBe(200);
    expect(await wish({ DE: 'before_contact', FR: 'off' })).toEqual([200, undefined]);
    const [removed] = await history('age_assurance');
    expect((await owner.call('undoSetting', { body: { change: removed!.id } })).body.fields).toEqual({
      age_assurance: 'age_provider_missing',
    });
    expect(await wish({})).toEqual([200, undefined]);
  } finally {
    app.app.config.ageProviders = ageProviders;
    await change({ age_assurance: null, swipe_likes: null });
  }
});

test('names the other sites with an own value, but only those of the operator', async () => {
  await plantSite(app, 'other.example.test');
  const shown = async (by: Client, site = '*') =>
    (await by.must('adminSettings', { query: { site } })).settings.find(({ key }) => key === 'name');
  await change({ name: 'Own name' });
  expect(await shown(owner)).toMatchObject({ own: true, own_elsewhere: ['other.example.test'] });
  expect(await shown(owner, 'other.example.test')).toMatchObject({ own_elsewhere: ['*'] });
  const limited = await operatorWith(app, 'finance');
  await sql`update members set office_sites = '{other.example.test}' where id = ${limited.memberId}`.execute(
    app.db,
  );
  expect(await shown(limited, 'other.example.test')).toMatchObject({ own: true, own_elsewhere: [] });
  await change({ name: null });
});

test('lets finance change money settings only', async () => {
  expect((await change({ photo_credits: 4 }, finance)).status).toBe(200);
  expect((await change({ name: 'Mine now' }, finance)).body.error).toBe('role_required');
  const [named] = await history('name');
  expect((await finance.call('undoSetting', { body: { change: named!.id } })).body.error).toBe(
    'role_required',
  );
});

test('falls back to the defaults for invalid stored values', async () => {
  await app.db
    .insertInto('sites')
    .values({
      host: 'odd.example',
      company_id: 1,
      overrides: JSON.stringify({
        name: 5,
        message_credits: 'x',
        niche: 6,
        ghost: 1,
        cdn_prefix: 'https://cdn.example.test',
      }),
    })
    .execute();
  await change({ free_messages: null });
  expect(await settings('odd.example')).toMatchObject({
    name: 'Liaison',
    message_credits: 1,
    niche: 6,
    cdn_prefix: '',
  });
});

describe('the logo', () => {
  test('is re-encoded, named by its content, public and kept in the history', async () => {
    const { picture: logo } = await owner.must('uploadSitePicture', {
      body: { site: '*', setting: 'logo' },
      file: { content: await picture().png().toBuffer() },
    });
    expect((await settings()).logo).toBe(logo);
    const served = await app.visitor().request('GET', logo);
    expect([served.status, served.headers['content-type'], served.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    expect((await history('logo'))[0]).toMatchObject({ new_value: logo, stands: true });
    await change({ logo: null });
    expect((await settings()).logo).toBeNull();
  });

  test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', ''])(
    'refuses %j as a picture',
    async (text) => {
      const { status, body } = await owner.call('uploadSitePicture', {
        body: { site: '*', setting: 'logo' },
        file: { content: Buffer.from(text) },
      });
      expect([status, body.fields]).toEqual([
        422,
        { file: text === '' ? expect.any(String) : 'picture_invalid' },
      ]);
    },
  );

  test('answers 404 for an address that was never stored', async () => {
    for (const name of [`${'0'.repeat(64)}.webp`, '..%2Fsecret', 'x.webp'])
      expect((await app.visitor().request('GET', `/site-pictures/${name}`)).status).toBe(404);
  });
});

test('applies a raised four-eyes limit only after a second owner approves it', async () => {
  const second = await operatorWith(app, 'owner');
  const limit = async () =>
    (await owner.must('adminSettings', { query: {} })).settings.find(
      ({ key }) => key === 'credit_approval_credits',
    )?.value;
  const wish = (by: Client, value: unknown) => change({ credit_approval_credits: value }, by);
  expect((await wish(finance, 5000)).body.error).toBe('role_required');
  expect((await wish(owner, 5000)).status).toBe(200);
  expect(await limit()).toBe(100);
  const waiting = async () =>
    (await second.must('waitingChanges')).changes.find(({ kind }) => kind === 'setting');
  const { id } = (await waiting())!;
  const decide = (by: Client) => by.call('decideChange', { body: { id, approve: true } });
  expect((await decide(owner)).body.error).toBe('own_decision');
  expect((await decide(finance)).body.error).toBe('role_required');
  expect((await decide(second)).body).toEqual({ state: 'done' });
  expect(await limit()).toBe(5000);

  // Lowering a limit needs no approval, but undoing that raises it again.
  await wish(owner, 10);
  expect(await limit()).toBe(10);
  const [lowered] = await history('credit_approval_credits');
  expect((await owner.must('undoSetting', { body: { change: lowered!.id } })).undone).toBe(false);
  expect(await limit()).toBe(10);
  const { rows } = await sql<{ details: { changes: object } }>`
    select details from audit_log where operator_id = ${owner.memberId} and action = 'setting.change' order by id desc limit 1`.execute(
    app.db,
  );
  expect(rows[0]!.details.changes).toEqual({ credit_approval_credits: { before: 5000, after: 10 } });
});

test('compares a file with the own values of a site, names what cannot be taken over, and stores nothing', async () => {
  // Files contain no pictures, so importing one keeps the site's.
  await sql`update sites set overrides = '{"app_icon": "picture"}' where host = '*'`.execute(app.db);
  app.app.events.publish(SITES_CHANGED, null);
  await change({ name: 'Daylight', photo_credits: 4 });
  const compare = (wanted: Record<string, unknown>, by = owner) =>
    by.must('compareSettings', { body: { site: '*', settings: wanted } });
  const file = { name: 'Daylight', photo_credits: 'many', accent: 'teal', logo: 'x', gone: 1 };
  const { same, rows } = await compare(file);
  expect(same).toBe(1);
  expect(rows).toEqual([
    { key: 'accent', present: null, wanted: 'teal', obstacle: null },
    { key: 'gone', present: null, wanted: 1, obstacle: 'unknown' },
    { key: 'logo', present: null, wanted: 'x', obstacle: 'elsewhere' },
    { key: 'photo_credits', present: 4, wanted: 'many', obstacle: 'invalid' },
  ]);
  // What a file does not name gets its default.
  expect((await compare({})).rows.map(({ key, wanted }) => [key, wanted])).toEqual([
    ['name', null],
    ['photo_credits', null],
  ]);
  const seen = await compare({ name: 'Other', photo_credits: 5 }, finance);
  expect(seen.rows.map(({ key, obstacle }) => [key, obstacle])).toEqual([
    ['name', 'role'],
    ['photo_credits', null],
  ]);
  const { settings: now } = await owner.must('adminSettings');
  expect(now.filter(({ own }) => own).map(({ key, value }) => [key, value])).toEqual([
    ['name', 'Daylight'],
    ['app_icon', null],
    ['photo_credits', 4],
  ]);
  await change({ name: null, photo_credits: null });
});
