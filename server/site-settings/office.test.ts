import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { settingKeys, settingTable } from '#contract/site-settings/setting-table.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

const app = testApp({ PUBLIC_URL: 'https://liaison.example' });
let owner: Client;
let finance: Client;

beforeAll(async () => {
  owner = await operatorWith('owner');
  finance = await operatorWith('finance');
});

async function operatorWith(role: 'owner' | 'finance'): Promise<Client> {
  const id = await plant(app);
  await app.db
    .updateTable('members')
    .set({ roles: [role] })
    .where('id', '=', id)
    .execute();
  return browserOf(app, id);
}

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
  // An undo can itself be undone.
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

describe('sites', () => {
  test('gives a new site its own company, settings and names; redirects other names and www to it', async () => {
    const { id: company } = await owner.must('saveCompany', { body: polish() });
    const body = { host: 'Randki.Example', company, aliases: ['stare-randki.example'] };
    for (let i = 0; i < 2; i++) expect((await owner.call('saveSite', { body })).status).toBe(200);
    await change(
      {
        name: 'Randki',
        languages: ['pl', 'en'],
        domain_language: 'pl',
        countries: ['PL'],
        default_country: 'PL',
      },
      owner,
      'randki.example',
    );
    expect(await settings('randki.example')).toMatchObject({
      name: 'Randki',
      domain_language: 'pl',
      company_id: company,
      countries: [{ code: 'PL', currency: 'PLN' }],
    });
    expect(
      (await app.visitor().call('companyInfo', { headers: { host: 'stare-randki.example' } } as never)).body
        .name,
    ).toBe('Randki Sp. z o.o.');
    const { sites } = await owner.must('adminSites');
    expect(sites.find(({ host }) => host === 'randki.example')).toMatchObject({
      origin: 'https://randki.example',
      company,
      changed: 5,
      countries: ['PL'],
    });
    expect((await settings()).name).not.toBe('Randki');
  });

  test.each([
    ['https://a.example', 'host_invalid'],
    ['www.a.example', 'host_invalid'],
    ['a.example:8080', 'host_invalid'],
    ['localhost', 'host_invalid'],
    ['żółw.example', 'host_invalid'],
    ['stare-randki.example', 'host_taken'],
  ])('refuses the host %s: %s', async (host, code) => {
    expect((await owner.call('saveSite', { body: { host, company: 1, aliases: [] } })).body.fields).toEqual({
      host: code,
    });
    expect(
      (await owner.call('saveSite', { body: { host: 'fine.example', company: 1, aliases: [host] } })).body
        .fields,
    ).toEqual({ aliases: code });
  });

  test('admits no signups from a country where the site is not open', async () => {
    const body = {
      email: `${randomUUID()}@example.test`,
      password: 'a long enough password',
      name: 'Zora',
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-01-01',
      country: 'NL',
      language: 'pl',
      intimate_consent: true,
    };
    const at = { host: 'randki.example' };
    expect((await app.visitor().call('signup', { body, headers: at } as never)).body.fields).toEqual({
      country: 'country_missing',
    });
    expect(
      (await app.visitor().call('signup', { body: { ...body, country: 'PL' }, headers: at } as never)).status,
    ).toBe(201);
  });

  test('charges in the currency set for a country, if packages have a price in it', async () => {
    const client = app.visitor();
    const currency = async () =>
      (await client.call('packages', { headers: { host: 'randki.example' } } as never)).body.packages[0]
        ?.price.currency;
    expect(await currency()).toBe('PLN');
    await change({ country_currencies: { PL: 'CZK' } }, owner, 'randki.example');
    expect(await currency()).toBeUndefined();
    await owner.must('adminPackage', {
      body: {
        id: 1,
        credits: 20,
        active: true,
        recommended: false,
        prices: [{ amount: '249.00', currency: 'CZK' }],
      },
    });
    // A second operator must approve the first price in a currency.
    expect(await currency()).toBeUndefined();
    const [waiting] = (await finance.must('waitingChanges')).changes;
    await finance.must('decideChange', { body: { id: waiting!.id, approve: true } });
    expect(await currency()).toBe('CZK');
  });
});

describe('companies', () => {
  test('treats the same name as the same company, and refuses an invalid number at its field', async () => {
    const { id } = await owner.must('saveCompany', { body: { ...polish(), name: 'Twice' } });
    expect(
      (await owner.must('saveCompany', { body: { ...polish(), name: 'Twice', city: 'Kraków' } })).id,
    ).toBe(id);
    expect(
      (await sql<{ creditor_id: string }>`select creditor_id from companies where id = ${id}`.execute(app.db))
        .rows,
    ).toEqual([{ creditor_id: 'PL15ZZZ5270103391' }]);
    expect(
      (await owner.call('saveCompany', { body: { ...polish(), id: 1, name: 'Twice' } })).body.error,
    ).toBe('conflict');
    const wrong = {
      ...polish(),
      name: ' ',
      vat_numbers: ['5270103391'],
      support_phone: 'call me',
      delete_discount: 100,
      creditor_id: 'my bank',
    };
    expect((await owner.call('saveCompany', { body: wrong })).body.fields).toEqual({
      name: 'required',
      vat_numbers: 'invalid',
      support_phone: 'phone_invalid',
      delete_discount: 'out_of_range',
      creditor_id: 'invalid',
    });
  });

  test('publishes the imprint, dispute body and data protection officer of the site’s countries', async () => {
    const body = {
      ...polish(),
      name: 'Recht GmbH',
      legal_form: ' GmbH ',
      represented_by: 'Rita Recht',
      register: 'Amtsgericht Hamburg, HRB',
      dispute_bodies: { FR: 'CM2C, www.cm2c.net', PL: 'not for this site' },
      privacy_contacts: { de: 'Paul Schutz, dpo@example.test', FR: 'Paul Schutz, dpo@example.test' },
    };
    const host = 'recht.example';
    const { id: company } = await owner.must('saveCompany', { body });
    await owner.must('saveSite', { body: { host, company, aliases: [] } });
    await change({ countries: ['DE', 'FR'], default_country: 'DE' }, owner, host);
    const page = async (token: string) =>
      (
        await app
          .visitor()
          .call('staticPage', { query: { token, language: 'en' }, headers: { host } } as never)
      ).body.html as string;
    const [imprint, terms, privacy] = [await page('imprint'), await page('terms'), await page('privacy')];
    for (const text of ['Recht GmbH, GmbH', 'Rita Recht', 'Amtsgericht Hamburg', 'www.cm2c.net'])
      expect(imprint).toContain(text);
    expect(terms).toContain('dispute body: CM2C');
    expect(privacy).toContain('Data protection officer: Paul Schutz');
    expect([imprint, terms].join()).not.toContain('not for this site');
    expect(await page('accessibility')).toContain('Germany: Marktüberwachungsstelle');
    expect(await page('accessibility')).not.toContain('acm.nl');
    const wrong = { ...body, dispute_bodies: { '': 'CM2C' }, privacy_contacts: { XX: 'Paul' } };
    expect((await owner.call('saveCompany', { body: wrong })).body.fields).toEqual({
      dispute_bodies: 'invalid',
      privacy_contacts: 'invalid',
    });
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

const polish = () => ({
  name: 'Randki Sp. z o.o.',
  address: 'ul. Prosta 1',
  city: '00-838 Warszawa',
  country: 'PL',
  kvk: '0000123456',
  tradenames: ['Randki'],
  vat_numbers: ['PL 5270103391'],
  support_phone: '+48 22 123 45 67',
  delete_discount: 20,
  creditor_id: 'PL 15 ZZZ 5270103391',
});

test('holds a raised four-eyes limit for a second owner, for every operator and every screen', async () => {
  const second = await browserOf(app, await plant(app));
  await sql`update members set roles = '{owner}' where id = ${second.memberId}`.execute(app.db);
  const limit = async () =>
    (await owner.must('adminSettings', { query: {} })).settings.find(
      ({ key }) => key === 'credit_approval_credits',
    )?.value;
  const wish = (by: Client, value: unknown) =>
    by.call('changeSettings', {
      body: { site: '*', changes: [{ key: 'credit_approval_credits', value }] },
    });
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
  const [lowered] = (await owner.must('settingHistory', { query: { key: 'credit_approval_credits' } }))
    .changes;
  expect((await owner.must('undoSetting', { body: { change: lowered!.id } })).undone).toBe(false);
  expect(await limit()).toBe(10);
  const { rows } = await sql<{ details: { changes: object } }>`
    select details from audit_log where operator_id = ${owner.memberId} and action = 'setting.change' order by id desc limit 1`.execute(
    app.db,
  );
  expect(rows[0]!.details.changes).toEqual({ credit_approval_credits: { before: 5000, after: 10 } });
});
