import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, launchBrowser } from '#support/browser/browser.ts';
import { checkout, inDatabase, pay, payerAt } from '#support/payer.ts';
import { mailsTo, personAt } from '#support/browser/person.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

// Two sites on one installation, side by side; and what an operator writes, as visitors read it.

let site: RunningSite;
let browser: Browser;
let second: string;
/** Of the second site, none as it is where nothing was set. */
const limits = {
  ...{ min_age: 21, free_messages: 7, free_conversations: 6, free_photos: 8, premium_photos: 33 },
  ...{ swipe_likes: 9, refund_days: 23, reactivation_days: 17 },
};
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ DEMO_MEMBERS: '8' }), launchBrowser()]);
  // Browsers take every name under localhost for this machine.
  second = site.url.replace('localhost', 'zweite.localhost');
  await inDatabase(site, "insert into companies (id, name, address, city, country, added) values (2, 'Zweite GmbH', 'Weg 1', 'Berlin', 'DE', now())");
  await inDatabase(site, "insert into sites (host, company_id, overrides) values ('zweite.localhost', 2, $1)", [
    JSON.stringify({
      ...{ name: 'Zweite', niche: 6, accent: 'teal', logo: `/site-pictures/${'0'.repeat(64)}.webp`, mail_name: 'Zweite Post' },
      ...{ languages: ['de'], domain_language: 'de', message_credits: 3, support_email: 'hilfe@zweite.example' },
      ...limits,
    }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
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

test('two sites differ in name, logo, colour, language, words of the niche and prices; mails, links and payments stay on their own', async () => {
  const account = { name: 'Zora', email: 'zora@example.test', password: 'a long walk by the sea' };
  const [one, two] = await Promise.all([
    personAt(browser, site, { ...account, locale: 'nl', device: 'desktop' }),
    personAt(browser, { url: second }, { ...account, locale: 'de', device: 'phone' }),
  ]);
  // A site is known within half a minute of its row.
  await expect
    .poll(async () => {
      await two.page.goto('/de');
      return two.page.title();
    })
    .toContain('Zweite');
  await one.page.goto('/');
  expect(await looksOf(one.page)).toEqual({
    language: 'nl',
    red: false,
    brand: 'Liaison',
    logo: false,
    headline: one.says('landing:headline'),
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
      const answer = await fetch('/api/signup.php', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(form) });
      return answer.status;
    },
    { ...account, gender: 'female', gender_sought: 'male', date_of_birth: '1990-06-15', country: 'NL', language: 'de', intimate_consent: true },
  );
  expect(status).toBe(201);
  const [mail] = await mailsTo(site, account.email);
  expect(mail!.links.map((link) => new URL(link).origin)).toEqual(mail!.links.map(() => second));
  expect(mail!.text).toContain('hilfe@zweite.example');
  await two.page.goto(mail!.links.find((link) => link.includes('activate'))!);
  await two.heading('activate:done.heading', { name: account.name }).waitFor();

  // What a screen says of a limit is the setting of its site, and no number that somebody wrote into it.
  const told: Record<string, string[]> = {
    '/premium': [two.says('credits:premium.conversations_text', { count: 6 }), two.says('credits:premium.upload_other', { count: 33 })],
    '/profile': [two.says('photos:mine.count', { count: 0, limit: 8 })],
    '/swipe-game': [two.says('swipe:lead_other', { count: 9 })],
    '/notifications': [two.says('notifications:delete.text', { days: 17 })],
    '/pricing': [two.says('credits:pricing.first_other', { count: 7 }), two.says('credits:pricing.return_text', { days: 23 }), '21+'],
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
  // A member logged in on one site is a visitor of the other.
  await one.page.goto('/members');
  expect(await one.page.getByRole('link', { name: one.says('common:nav.login') }).count()).toBeGreaterThan(0);
});

test('an operator writes a page, sees it before it is published, and takes the change back; visitors read each', async () => {
  const editor = await payerAt(browser, site, 'en', 'desktop');
  // An operator, in a session that has shown both factors.
  await inDatabase(
    site,
    `with named as (update members set roles = '{editor}', status = 'active', confirmed_at = now() where email = $1 returning id)
     update sessions s set both_factors = true from named where s.member_id = named.id`,
    [editor.email],
  );
  const visitor = await personAt(browser, site, { name: '', email: '', password: '', locale: 'en', device: 'phone' });
  const read = async () => {
    await visitor.page.goto('/en/pages/faq');
    return visitor.page.locator('h1').innerText();
  };
  const standard = await read();
  const complaints = complaintsOf(editor.page);
  await editor.open('/admin/pages');
  await editor.page.getByRole('link', { name: editor.says('back_office_texts:pages.names.faq') }).click();
  const field = editor.page.getByLabel(editor.says('back_office_texts:pages.text'), { exact: true });
  await expect.poll(() => field.inputValue()).toContain(`# ${standard}`);
  await field.fill('# Ask {{site}}\n\n## Anything\n\nWe answer.');
  await editor.page.getByRole('article').getByRole('heading', { name: 'Ask Liaison' }).waitFor();
  expect(await read()).toBe(standard);
  const { violations } = await new AxeBuilder({ page: editor.page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await editor.button('back_office_texts:publish').click();
  await editor.page.getByText(editor.says('back_office_texts:current')).waitFor();
  expect(await read()).toBe('Ask Liaison');
  await editor.button('back_office_texts:undo').click();
  await expect.poll(read).toBe(standard);
  await editor.page.getByText(editor.says('back_office_texts:taken_away')).waitFor();
  expect(complaints).toEqual([]);
});
