import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { appReady, closePages, newPage, openPages } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests({ TRUST_PROXY: '127.0.0.1/32, ::1/128' });
const database = await databaseForTests(site);
const pages = await memberPages(site, browser);
await changeSettings(site, { traffic_cookie_countries: ['NL'] });
beforeEach(() => closePages(browser));

/** A visitor in the Netherlands. The name of the test browser says that it is a program, so it gets another. */
async function visitor(device: 'phone' | 'desktop', address: string): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, device, language: 'en-GB' });
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0 Firefox/140.0' });
  return page;
}

async function headline(page: Page, path = '/en/landers/gallery'): Promise<string> {
  await page.goto(path);
  return page.locator('h1').first().innerText();
}

async function editorAt(path: string, name: string) {
  const id = await pages.plant({ name });
  await database.query(`update members set roles = '{editor}' where id = $1`, [id]);
  return operatorPage(browser, site, database, { id, path, language: 'en-GB' });
}

/** 400 people of each version, of whom some signed up. */
async function plantResults(key: string) {
  const { rows } = await database.query<{ id: string }>('select id from experiments where key = $1', [key]);
  const id = rows[0]?.id;
  for (const [variant, signUps] of [
    [0, 30],
    [1, 150],
  ])
    await database.query(
      `with joined as (
         insert into members (email, email_key, password_hash, status, language)
         select mail, mail, 'x', 'active', 'en'
         from (select $1::text || '-' || $2::int || '-' || n || '@joined.test' as mail from generate_series(1, $3::int) n) m
         returning id),
       numbered as (select id, row_number() over () as n from joined)
       insert into experiment_exposures (experiment_id, unit, variant, member_id)
       select $4::uuid, 'planted-' || $2::int || '-' || p.n, $2::int, numbered.id
       from generate_series(1, 400) p(n) left join numbered on numbered.n = p.n`,
      [key, variant, signUps, id],
    );
  await database.query(`select graphile_worker.add_job('watch-experiments', '{}')`);
  await expect
    .poll(
      async () =>
        (
          await database.query('select counted_at is not null as is_counted from experiments where id = $1', [
            id,
          ])
        ).rows,
      { timeout: 30_000 },
    )
    .toEqual([{ is_counted: true }]);
}

test.each([
  ['phone', 390],
  ['desktop', 1440],
] as const)(
  'an editor compares two headlines and shows the better one to everybody (%s)',
  async (device, width) => {
    await database.query('delete from experiments');
    const office = await editorAt('/en/admin/experiments', `Editor${device}`);
    await office.setViewportSize({ width, height: 900 });
    const check = async (name: string) => {
      if (process.env['SHOTS'])
        for (const theme of ['dark', 'light']) {
          await office.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
          await office.screenshot({
            path: `${process.env['SHOTS']}/experiment-${name}-${width}-${theme}.png`,
            fullPage: true,
          });
        }
      expect(await accessibilityFaultsInBothThemes(office), name).toEqual([]);
      const overflow = await office.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    const key = `headline-${device}`;
    await office.getByText('No experiments yet').waitFor();
    await check('none');

    await office.getByText('New experiment', { exact: true }).click();
    const form = office.locator('form');
    await form.getByLabel('Short name').fill(key);
    await form.getByRole('textbox', { name: 'Landing page' }).fill('gallery');
    await form.getByLabel('What do you expect?').fill('Another headline brings more members');
    const [first, second] = [form.locator('fieldset').nth(0), form.locator('fieldset').nth(1)];
    await first.getByLabel('Version').fill('Now');
    await second.getByLabel('Version').fill('Other headline');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Each version needs its own name and a change').waitFor();
    await second.getByLabel('Slug').fill('2');
    await form.getByLabel('Reports').fill('2');
    await check('form');
    await form.getByRole('button', { name: 'Save' }).click();

    await office.waitForURL(/\/admin\/experiments\/[\w-]+/);
    await office.getByText('Draft', { exact: true }).waitFor();
    await office.locator('li img').nth(1).scrollIntoViewIfNeeded();
    await check('draft');
    await office.getByRole('button', { name: 'Start' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByText('From now on people see these versions').waitFor();
    await check('start');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await office.getByText('Running', { exact: true }).waitFor();
    await office.getByText('Not counted yet').waitFor();

    const guest = await visitor(device, '193.0.6.139');
    const seen = await headline(guest);
    expect(await headline(guest), 'the same version at the next visit').toBe(seen);
    const { rows } = await database.query(
      'select count(*)::int as many from experiment_exposures x join experiments e on e.id = x.experiment_id where e.key = $1',
      [key],
    );
    expect(rows).toEqual([{ many: 1 }]);

    await plantResults(key);
    await office.reload();
    await appReady(office);
    const results = office.getByRole('table', { name: 'Results' });
    await results.getByText('Better', { exact: true }).waitFor();
    await check('running');
    await office.getByRole('button', { name: 'Stop', exact: true }).click();
    await check('stop');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await office.getByText('Stopped', { exact: true }).first().waitFor();
    await office.getByRole('button', { name: 'Choose the winner' }).click();
    await dialog.getByLabel('Other headline').check();
    await check('winner');
    await dialog.getByRole('button', { name: 'Choose the winner' }).click();
    await office.getByText('Everybody sees Other headline').waitFor();
    await check('decided');

    const abroad = await visitor(device, '133.11.0.1');
    const shown = await headline(abroad);
    expect(shown).toBe(await headline(abroad, '/en/landers/gallery/2'));
    expect(shown).not.toBe(await headline(abroad, '/en/landers/gallery/1'));
    await office.getByRole('link', { name: 'Experiments', exact: true }).last().click();
    await office.getByRole('link', { name: key }).waitFor();
    await check('list');
    // The browser reports the form that was refused above.
    expect([...openPages.values()].flat().filter((complaint) => !complaint.includes('422'))).toEqual([]);
  },
);

test('a member reads the words of their version in the page from the server and after a click', async () => {
  const office = await editorAt('/en/admin/experiments', 'Texts');
  const id = randomUUID();
  const send = async (method: string, path: string, data: object) => {
    const answer = await office.request.fetch(path, { method, data: { site: '*', id, ...data } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const words = 'Pay once for your messages, and never for a subscription.';
  await send('PUT', '/api/admin/experiments', {
    key: 'words-of-credits',
    kind: 'text',
    subject: 'credits:lead',
    hypothesis: 'A shorter lead sells more',
    variants: [
      { name: 'Now', weight: 1, change: {} },
      { name: 'Short', weight: 1, change: { words: { en: words } } },
    ],
    metric: 'first_purchase',
    currency: 'EUR',
    guardrails: { complaints: null, refunds: null, deletions: null, unsubscribes: null, page_errors: null },
    coverage_percent: 100,
    seen: null,
  });
  await send('POST', '/api/admin/experiment-state', { to: 'running' });
  const usual = 'Credits pay for messages.';
  for (const [variant, own, other] of [
    [0, usual, words],
    [1, words, usual],
  ] as const) {
    const member = await pages.plant({ name: `Reader${variant}`, premium: true });
    await database.query(
      'insert into experiment_exposures (experiment_id, unit, variant, member_id) values ($1, $2, $3, $4)',
      [id, `m${member}`, variant, member],
    );
    const page = await pages.page(member);
    const html = await (await page.request.get('/en/credits')).text();
    expect([html.includes(own), html.includes(other)]).toEqual([true, false]);
    await pages.open(page, '/en/credits');
    await page.getByText(own).waitFor();

    const fresh = await page.context().newPage();
    const fetched: string[] = [];
    fresh.on('request', (request) => request.url().includes('/i18n/') && fetched.push(request.url()));
    await pages.open(fresh, '/en/members');
    await fresh.locator('a[href$="/credits"]').first().click();
    await fresh.getByText(own).waitFor();
    expect(await fresh.getByText(other).count()).toBe(0);
    expect(fetched.filter((url) => url.includes('/credits.json')).map((url) => url.includes(id))).toEqual([
      variant === 1,
    ]);
  }
  expect([...openPages.values()].flat()).toEqual([]);
});
