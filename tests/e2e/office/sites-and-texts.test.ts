import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { complaintsOf } from '#support/browser/browser.ts';
import { mailsTo, personAt } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { checkout, inDatabase, pay, payerAt } from '#support/payer.ts';
import { reloadSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
let second: string;
/** Limits of the second site, all different from the defaults. */
const limits = {
  ...{ min_age: 21, free_messages: 7, free_conversations: 6, free_photos: 8, premium_photos: 33 },
  ...{ swipe_likes: 9, refund_days: 23, reactivation_days: 17 },
};
beforeAll(async () => {
  // Browsers resolve every name under localhost to this machine.
  second = site.url.replace('localhost', 'zweite.localhost');
  await inDatabase(
    site,
    "insert into companies (id, name, address, city, country, added) values (2, 'Zweite GmbH', 'Weg 1', 'Berlin', 'DE', now())",
  );
  await inDatabase(
    site,
    "insert into sites (host, company_id, overrides) values ('zweite.localhost', 2, $1)",
    [
      JSON.stringify({
        ...{
          name: 'Zweite',
          niche: 6,
          accent: 'teal',
          logo: `/site-pictures/${'0'.repeat(64)}.webp`,
          mail_name: 'Zweite Post',
        },
        ...{
          languages: ['de'],
          domain_language: 'de',
          message_credits: 3,
          support_email: 'hilfe@zweite.example',
        },
        ...limits,
      }),
    ],
  );
  await reloadSettings(site);
});

const looksOf = async (page: Page) => ({
  language: await page.locator('html').getAttribute('lang'),
  red: await page.evaluate(() => document.documentElement.style.getPropertyValue('--red') !== ''),
  brand: await page
    .locator('header a')
    .first()
    .evaluate((link) => link.querySelector('img')?.alt ?? link.textContent),
  logo: (await page.locator('header a img').count()) > 0,
  headline: await page.locator('h1').innerText(),
  company: (await page.locator('footer').innerText()).includes('Zweite GmbH'),
});

test('separates two sites in name, logo, colour, language, texts and prices, and keeps mails, links and payments apart', async () => {
  const account = { name: 'Zora', email: 'zora@example.test', password: 'a long walk by the sea' };
  const [one, two] = await Promise.all([
    personAt(browser, site, { ...account, locale: 'nl', device: 'desktop' }),
    personAt(browser, { url: second }, { ...account, locale: 'de', device: 'phone' }),
  ]);
  await two.page.goto('/de');
  expect(await two.page.title()).toContain('Zweite');
  await one.page.goto('/');
  expect(await looksOf(one.page)).toEqual({
    language: 'nl',
    red: false,
    brand: 'Liaison',
    logo: false,
    headline: one.says('home:headline'),
    company: false,
  });
  expect(await looksOf(two.page)).toEqual({
    language: 'de',
    red: true,
    brand: 'Zweite',
    logo: true,
    headline: two.says('landing_slugs:milf-1.headline'),
    company: true,
  });

  const priceOf = async ({ page, says }: typeof one, path: string) => {
    await page.goto(path);
    const row = page.locator('main').getByText(says('credits:pricing.message'), { exact: true });
    return /\d+/.exec(await row.locator('xpath=..').innerText())?.[0];
  };
  expect([await priceOf(one, '/pricing'), await priceOf(two, '/de/pricing')]).toEqual(['1', '3']);

  const status = await two.page.evaluate(
    async (form) => {
      const answer = await fetch('/api/signup.php', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
      });
      return answer.status;
    },
    {
      ...account,
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-06-15',
      country: 'NL',
      language: 'de',
      intimate_consent: true,
    },
  );
  expect(status).toBe(201);
  const [mail] = await mailsTo(site, account.email);
  expect(mail!.links.map((link) => new URL(link).origin)).toEqual(mail!.links.map(() => second));
  expect(mail!.text).toContain('hilfe@zweite.example');
  await two.page.goto(mail!.links.find((link) => link.includes('activate'))!);
  await two.heading('activate:done.heading', { name: account.name }).waitFor();

  // Limits on a screen must come from its site's settings and not be hard-coded.
  const told: Record<string, string[]> = {
    '/premium': [
      two.says('credits:premium.conversations_text', { count: 6 }),
      two.says('credits:premium.upload_other', { count: 33 }),
    ],
    '/profile': [two.says('photos:mine.count', { count: 0, limit: 8 })],
    '/swipe-game': [two.says('swipe:lead_other', { count: 9 })],
    '/notifications/delete': [two.says('notifications:delete.text', { days: 17 })],
    '/pricing': [
      two.says('credits:pricing.first_other', { count: 7 }),
      two.says('credits:pricing.return_text', { days: 23 }),
      '21+',
    ],
  };
  for (const [path, sentences] of Object.entries(told)) {
    await two.open(path);
    const words = (await two.page.locator('body').textContent())!;
    for (const sentence of sentences) expect(words, path).toContain(sentence);
  }

  await two.open('/credits/2/ideal');
  await pay(two);
  await checkout(two, 'paid');
  await two.heading('transactions:completed.heading').waitFor();
  expect(new URL(two.page.url()).origin).toBe(second);
  await one.page.goto('/members');
  expect(await one.page.getByRole('link', { name: one.says('common:nav.login') }).count()).toBeGreaterThan(0);
});

test('sends search engines to no language for robots.txt and the sitemap', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${second}/de`);
  const statuses = await page.evaluate(() =>
    Promise.all(
      ['/robots.txt', '/sitemap.xml'].map(async (path) => (await fetch(path, { redirect: 'manual' })).status),
    ),
  );
  expect(statuses).toEqual([200, 200]);
  await page.context().close();
});

async function editorHere() {
  const editor = await payerAt(browser, site, 'en', 'desktop');
  await inDatabase(
    site,
    `with named as (update members set roles = '{editor}', status = 'active', confirmed_at = now() where email = $1 returning id)
     update sessions s set both_factors = true from named where s.member_id = named.id`,
    [editor.email],
  );
  return editor;
}

test('lets an operator write, preview and revert a page, and shows visitors each version', async () => {
  const editor = await editorHere();
  const visitor = await personAt(browser, site, {
    name: '',
    email: '',
    password: '',
    locale: 'en',
    device: 'phone',
  });
  const read = async () => {
    await visitor.page.goto('/en/pages/faq');
    return visitor.page.locator('h1').innerText();
  };
  const standard = await read();
  const complaints = complaintsOf(editor.page);
  await editor.open('/admin/pages');
  await editor.page.getByRole('link', { name: editor.says('office/static-pages:names.faq') }).click();
  const field = editor.page.getByLabel(editor.says('office/static-pages:text'), { exact: true });
  await expect.poll(() => field.inputValue()).toContain(`# ${standard}`);
  await field.fill('# Ask {{site}}\n\n## Anything\n\nWe answer.');
  await editor.page.getByRole('article').getByRole('heading', { name: 'Ask Liaison' }).waitFor();
  expect(await read()).toBe(standard);
  expect(await accessibilityFaults(editor.page)).toEqual([]);
  await editor.button('office/texts:publish').click();
  await editor.page.getByText(editor.says('office/texts:current')).waitFor();
  expect(await read()).toBe('Ask Liaison');
  await editor.button('office/texts:undo').click();
  await expect.poll(read).toBe(standard);
  await editor.page.getByText(editor.says('office/texts:taken_away')).waitFor();
  expect(complaints).toEqual([]);
});

test('shows an editor a mail about security with its reason and without a way to change it', async () => {
  const editor = await editorHere();
  const field = editor.page.getByLabel(editor.says('office/texts:mails.parts.subject'), { exact: true });
  const save = editor.button('office/texts:save');
  await editor.open('/admin/mails/new-device');
  await editor.page.getByText(editor.says('office/texts:mails.owners_only')).waitFor();
  expect(await field.isDisabled()).toBe(true);
  expect(await save.count()).toBe(0);
  await editor.button('office/texts:mails.test').waitFor();
  expect(await accessibilityFaults(editor.page)).toEqual([]);
  await editor.open('/admin/mails/match');
  await save.waitFor();
  expect(await field.isDisabled()).toBe(false);
});
