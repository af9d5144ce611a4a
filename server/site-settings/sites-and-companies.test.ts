import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { operatorWith } from '#support/office/office-work.ts';

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
