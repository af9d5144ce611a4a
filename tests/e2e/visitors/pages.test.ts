import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, complaintsOf, newPage, type PageOptions } from '#support/browser/browser.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' });

async function pageAs(login: string | null, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...options });
  if (login)
    expect(
      (
        await page.request.post('/api/user.php', { data: { email: emailOf(login), password: demoPassword } })
      ).status(),
    ).toBe(200);
  return page;
}

test('prefixes all languages except Dutch, and remembers a chosen language', async () => {
  const prefixed = await ask('/nl/lang-config?x=1');
  expect([prefixed.status, new URL(prefixed.headers.get('location')!, site.url).pathname]).toEqual([
    308,
    '/lang-config',
  ]);
  expect(await (await ask('/lang-config')).text()).toContain('<html lang="nl">');
  expect(await (await ask('/de/lang-config')).text()).toContain('<html lang="de">');
  const chosen = await ask('/lang-config', { cookie: 'locale=sv' });
  expect([chosen.status, new URL(chosen.headers.get('location')!, site.url).pathname]).toEqual([
    302,
    '/sv/lang-config',
  ]);
});

test('redirects no path to another site, whatever slashes it contains', async () => {
  for (const path of [
    '/nl//evil.example/a',
    '/nl/\\evil.example',
    '/nl/%09//evil.example',
    '//evil.example/',
    '/\\evil.example',
    '/nl//',
  ]) {
    const answer = await ask(path, { cookie: 'locale=nl' });
    const target = answer.headers.get('location');
    if (target !== null) expect(new URL(target, site.url).origin).toBe(site.url);
    expect(await answer.text()).not.toMatch(/(?:href|content)="(?:https?:)?\/\/evil/);
    expect(answer.status).toBeLessThan(500);
  }
});

test('hands over texts that look like markup of the page', async () => {
  const name = '</script><hand-off>';
  const page = await pageAs('anna');
  const html = await (await page.request.get(`/members?name=${encodeURIComponent(name)}`)).text();
  const [, json = ''] = /<script id="hand-off"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const { queries, resources } = JSON.parse(json);
  expect(JSON.stringify(queries)).toContain(name);
  expect(resources.common.nav).toBeTypeOf('object');
  expect(html.match(/<hand-off>/g)).toBe(null);
});

test('links public pages in every language, and keeps robots from all others', async () => {
  const home = await (await ask('/en')).text();
  expect(home).toContain(`rel="canonical" href="${site.url}/en"`);
  expect(home.match(/rel="alternate"/g)).toHaveLength(12);
  expect(await (await ask('/no/such/page')).text()).toContain('noindex');
  expect(await (await ask('/sitemap.xml')).text()).toContain(`${site.url}/fi/pricing`);
  expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /api/');
});

test('sends a nonce policy, frame protection and the adult label with a personal page', async () => {
  const policies = await Promise.all([ask('/signup?step=photo'), ask('/signup?step=photo')]).then((pages) =>
    pages.map(({ headers }) => headers),
  );
  const nonces = policies.map(
    (headers) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)![1],
  );
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(policies[0]!.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(policies[0]!.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  expect(policies[0]!.get('rating')).toContain('RTA');
});

test('answers an unknown page with a 404 that links to the home page', async () => {
  const page = await pageAs(null);
  const answer = await page.goto('/en/no/such/page');
  expect(answer!.status()).toBe(404);
  await appReady(page);
  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await page.waitForURL('**/en');
});

test.each(['/', '/en/pricing', '/en/pages/terms'])(
  '%s loads no framework before interaction, and everything after',
  async (path) => {
    const page = await pageAs(null);
    const complaints = complaintsOf(page);
    let script = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) script += Number(response.headers()['content-length'] ?? 0);
    });
    await page.goto(path);
    await expect.poll(() => script).toBeGreaterThan(0);
    await page.waitForTimeout(500);
    expect(script).toBeLessThan(25_000);
    await page.mouse.move(200, 200);
    await appReady(page);
    expect(complaints).toEqual([]);
  },
);

test('loads the app immediately for members on prices and terms, and for everybody on the cookie page', async () => {
  const [member, visitor] = [await pageAs('anna'), await pageAs(null)];
  for (const path of ['/en/pricing', '/en/pages/terms']) {
    await member.goto(path);
    await appReady(member);
  }
  await visitor.goto('/en/pages/cookies');
  await appReady(visitor);
});

test('leads from the home page to signup with the choices made, without script', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/en');
  await page.getByLabel('I am a').first().selectOption('female');
  // The 18+ warning covers the page, but does not prevent submitting a form by keyboard.
  await page.getByRole('button', { name: 'Start for free' }).first().press('Enter');
  await page.waitForURL(/\/en\/signup\?gender=female&gender_sought=female/);
  await context.close();
});

test('says in its language that logging in and signing up need script, instead of a form that does nothing', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  await context.addCookies([{ name: 'site_entry', value: '1', url: site.url }]);
  const page = await context.newPage();
  for (const [path, sentence] of [
    ['/login', 'Hiervoor heeft Liaison JavaScript nodig.'],
    ['/en/login', 'Liaison needs JavaScript for this.'],
    ['/en/reset-password', 'Liaison needs JavaScript for this.'],
    ['/en/signup', 'Liaison needs JavaScript for this.'],
  ] as const) {
    await page.goto(path);
    // Selectors by text leave out what stands in <noscript>.
    const notice = page.locator('main noscript [role=status]');
    await notice.waitFor();
    expect(await notice.textContent(), path).toContain(sentence);
    expect(await page.locator('main form').isVisible(), path).toBe(false);
  }
  await context.close();
});

test('shows the 18+ warning until it is answered, and not again', async () => {
  const page = await pageAs(null, { entered: false });
  await page.goto('/');
  const warning = page.getByRole('dialog');
  await warning.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => warning.isVisible()).toBe(true);
  await warning.getByRole('button').click();
  await warning.waitFor({ state: 'detached' });
  await page.reload();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('applies a chosen theme immediately and after a reload', async () => {
  const page = await pageAs('bram');
  await page.goto('/lang-config');
  await appReady(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const day = await paper();
  await page.getByRole('button', { name: /Account van/ }).click();
  await page.getByRole('button', { name: 'Donkere weergave' }).click();
  const evening = await paper();
  expect(evening).not.toBe(day);
  await page.reload();
  expect(await paper()).toBe(evening);
});

test('sets a chosen language for the page and the account', async () => {
  const page = await pageAs('bram');
  await page.goto('/lang-config');
  await appReady(page);
  await page.getByRole('link', { name: 'English' }).first().click();
  await page.waitForURL('**/en/lang-config');
  expect(((await (await page.request.get('/api/user.php')).json()) as { language: string }).language).toBe(
    'en',
  );
});

test('shows a new message in every tab through one event stream', async () => {
  const page = await pageAs('anna');
  await page.goto('/lang-config');
  const other = await page.context().newPage();
  let streams = 0;
  for (const tab of [page, other])
    tab.on('request', (request) => request.url().includes('/api/events.php') && streams++);
  await other.goto('/lang-config');
  await Promise.all([appReady(page), appReady(other)]);
  await page.reload();
  await appReady(page);
  await page.waitForTimeout(1000);
  const count = () => other.evaluate(() => Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0));
  const before = await count();
  const bram = await pageAs('bram');
  const anna = ((await (await page.request.get('/api/user.php')).json()) as { id: number }).id;
  const sent = await bram.request.post('/api/chat.php', {
    data: { profile: anna, client_id: crypto.randomUUID(), text: 'Live?' },
  });
  expect(sent.status()).toBe(201);
  for (const tab of [page, other])
    await tab.waitForFunction(
      (least) => Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0) >= least,
      before + 1,
    );
  expect(streams).toBeLessThanOrEqual(2);
});

test("opens the home page at logout and removes the member's data", async () => {
  const page = await pageAs('bram');
  await page.goto('/en/lang-config');
  await appReady(page);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/en');
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  expect((await page.request.get('/api/user.php')).status()).toBe(403);
});

for (const path of ['/', '/en/lang-config', '/fi/no/such/page']) {
  for (const dark of [false, true]) {
    for (const device of ['phone', 'desktop'] as const) {
      test(`has no axe violations or horizontal overflow on ${path}, ${device}, ${dark ? 'dark' : 'light'}`, async () => {
        const page = await pageAs(null, { dark, device });
        await page.goto(path);
        await page.mouse.move(5, 300);
        await appReady(page);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0);
      });
    }
  }
}

test('links readers of other languages to the Dutch page without scripts', async () => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  await context.addCookies([{ name: 'locale', value: 'en', url: site.url }]);
  const page = await context.newPage();
  await page.goto('/nl/pricing');
  expect(new URL(page.url()).pathname).toBe('/pricing');
  expect(await page.locator('html').getAttribute('lang')).toBe('nl');
  await page.goto('/pricing');
  expect(new URL(page.url()).pathname).toBe('/pricing');
});

test('remembers the answer to the 18+ question without scripts', async () => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/en/pricing?from=here');
  const question = page.locator('dialog[data-site-entry]');
  await question.getByRole('button').click();
  await question.waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${site.url}/en/pricing?from=here`);
  await page.goto('/en/login');
  expect(await question.count()).toBe(0);
});

test('returns only to pages of this site after the 18+ question', async () => {
  const returnFrom = async (referer?: string) => {
    const answer = await fetch(`${site.url}/site-entry`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(referer === undefined ? {} : { referer }),
      },
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
    return answer.headers.get('location');
  };
  expect(await returnFrom(`${site.url}/en/members?country=BE`)).toBe('/en/members?country=BE');
  expect(await returnFrom()).toBe('/');
  expect(await returnFrom('no address')).toBe('/');
  expect(await returnFrom('https://elsewhere.example/en')).toBe('/');
  expect(await returnFrom(`${site.url}//elsewhere.example`)).toBe('/elsewhere.example');
});

test('aligns the navigation with the page on a wide screen', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto('/en/pricing');
  const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x;
  expect(await left('header a')).toBe(await left('main h1'));
});
