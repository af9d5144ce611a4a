import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { designPath, landingDesignNames, landingDesigns } from '#contract/lists/landing-designs.ts';
import { must } from '#contract/must.ts';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, newPage } from '#support/browser/browser.ts';
import { designs, faultsOf, measureDesign, most } from '#support/browser/landing-pages.ts';
import { mailsTo, personAt, type Person } from '#support/browser/person.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { checkout, pay } from '#support/payer.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests({ TRUST_PROXY: '127.0.0.1' });

const wordsOfSignup = JSON.parse(
  readFileSync(new URL('../../../locales/nl/signup.json', import.meta.url), 'utf8'),
) as { closed: { source_title: string } };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers });

test('starts each landing design that shows people with a different person', async () => {
  const first = new Map<string, string>();
  for (const design of landingDesignNames) {
    if (!landingDesigns[design].showsPeople) continue;
    // Nobody has this number, so designs about a member show an invented person.
    const html = await (await get(designPath(design, 999_999))).text();
    const faces = [...html.matchAll(/<img[^>]* src="[^"]*\/((?:w|m)-[a-z0-9-]+?)-[\w-]{8}\.webp"/g)];
    // The top card of the deck comes last.
    const [, face] = must(design === 'tinderswipe' ? faces.at(-1) : faces[0], `a face on ${design}`);
    first.set(design, must(face, 'the name of its file'));
  }
  expect(new Set(first.values()).size, JSON.stringify([...first])).toBe(first.size);
  expect(first.size).toBeGreaterThan(7);
});

test('answers a visitor on every route with a page or a redirect', async () => {
  const paths = [
    ...designs,
    ...[
      '/',
      '/members',
      '/members/1',
      '/members/1/chat',
      '/likes',
      '/likes/received',
      '/likes/sent',
      '/likes/matches',
      '/likes/m/1',
      '/chats',
      '/chats/1',
      '/credits',
      '/credits/1',
      '/credits/1/ideal',
      '/credits/repeat-order',
      '/directdebit',
    ],
    ...[
      '/transactions',
      '/transactions/0199aaaa-0000-7000-8000-000000000000',
      '/premium',
      '/pricing',
      '/profile',
      '/notifications',
      '/login',
      '/signup',
      '/complete-signup',
      '/signup-matches',
      '/reset-password',
      '/reset-password/do',
    ],
    ...[
      '/activate/done',
      '/activate/error',
      '/mail-change/do',
      '/account-deleted',
      '/complaints',
      '/lang-config',
      '/match-finder',
      '/swipe-game',
      '/withdraw',
    ],
    ...['ban', 'cookies', 'faq', 'privacy', 'return-policy', 'service', 'terms'].map(
      (page) => `/pages/${page}`,
    ),
  ];
  const odd: string[] = [];
  for (const path of paths) {
    const { status, headers } = await get(path);
    const to = headers.get('location') ?? '';
    // Without the mail's token, the activation page redirects to the page that explains it.
    if (
      status !== 200 &&
      !(status === 302 && /\/(login|signup|members|premium|credits|activate\/error)/.test(to))
    )
      odd.push(`${path}: ${status} ${to}`);
  }
  expect(odd).toEqual([]);
  expect((await get('/no-such-page')).status).toBe(404);
});

const met = designs.flatMap((path) => (['phone', 'desktop'] as const).map((device) => ({ path, device })));
test.concurrent.each(met)(
  '$path on a $device stays within its budget before interaction, without layout shift',
  async ({ path, device }) => {
    const { script, style, shift } = await measureDesign(browser, site.url, path, device);
    expect(script).toBeLessThanOrEqual(most.script);
    expect(style).toBeLessThanOrEqual(most.style);
    expect(style).toBeGreaterThan(1000);
    expect(shift).toBeLessThanOrEqual(most.shift);
  },
);

// Each design in light and dark mode, one of the two on a phone.
const looked = designs.flatMap((path, place) =>
  [false, true].map((dark) => ({
    address: (dark ? '/de' : '') + path,
    dark,
    device: dark === (place % 2 === 0) ? ('phone' as const) : ('desktop' as const),
  })),
);
test.concurrent.each(looked)(
  'has no axe violations on $address, $device, dark: $dark',
  async ({ address, device, dark }) => {
    expect(await faultsOf(browser, address, { baseURL: site.url, device, dark })).toEqual([]);
  },
);

test('keeps only the legally required part of the footer in the installed app', async () => {
  const page = await newPage(browser, { baseURL: site.url, device: 'phone' });
  const footer = page.locator('footer');
  const shown = async () => [
    await footer.locator('a[href="/pages/terms"]').isVisible(),
    await footer.locator('a[href="/en/landers/gallery"]').isVisible(),
  ];
  await page.goto('/landers/gallery');
  expect(await shown()).toEqual([true, true]);
  // Browsers cannot emulate an installed app, so the test activates its style rules.
  await page.evaluate(() => {
    for (const { cssRules } of document.styleSheets)
      for (const rule of cssRules)
        if (rule instanceof CSSMediaRule && rule.conditionText.includes('standalone'))
          rule.media.mediaText = 'all';
  });
  expect(await shown()).toEqual([true, false]);
});

test('shows readers in the United States a disclaimer in the footer, in English only', async () => {
  const american = (
    JSON.parse(readFileSync(new URL('../../../locales/en/common.json', import.meta.url), 'utf8')) as {
      footer: { american: string };
    }
  ).footer.american;
  const reads = async (path: string, from: string) =>
    (await (await get(path, { 'x-forwarded-for': from })).text())
      .replaceAll(/<script[\s\S]*?<\/script>/g, '')
      .includes(american);
  const [unitedStates, netherlands] = ['8.8.8.8', '145.97.39.155'];
  expect(await reads('/en', unitedStates)).toBe(true);
  expect(await reads('/en/landers/gallery', unitedStates)).toBe(true);
  expect(await reads('/landers/gallery', unitedStates)).toBe(false);
  expect(await reads('/en/landers/gallery', netherlands)).toBe(false);
});

test('redirects a logged-in member from a landing page to the members, or to the named one', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  expect(
    (
      await page.request.post('/api/user.php', { data: { email: emailOf('anna'), password: demoPassword } })
    ).status(),
  ).toBe(200);
  const to = async (path: string) =>
    (await page.request.get(path, { maxRedirects: 0 })).headers()['location'];
  expect([await to('/'), await to('/landers/gallery'), await to('/members/1/landing2')]).toEqual([
    '/members',
    '/members',
    '/members/1',
  ]);
  await page.context().close();
});

test('gives robots one URL per design and language, and none for pages about members', async () => {
  const head = async (path: string) => (await (await get(path)).text()).split('</head>')[0]!;
  const design = await head('/en/landers/gallery/2');
  expect(design).toContain(`<link rel="canonical" href="${site.url}/en/landers/gallery"/>`);
  expect(design).toMatch(/<link rel="alternate" hrefLang="nl" href="[^"]+\/landers\/gallery"\/>/i);
  expect(design).toMatch(/hrefLang="x-default"/i);
  expect(design).not.toContain('name="robots"');
  const member = await head('/members/1/landing');
  expect(member).toContain('<meta name="robots" content="noindex, nofollow"/>');
  expect(member).not.toContain('canonical');
});

test('describes the site and its company to search engines on the home page', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto('/');
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
  const { name } = (await (await get('/api/companyinfo.php')).json()) as { name: string };
  expect(data['@graph']).toMatchObject([
    { '@type': 'WebSite', url: `${site.url}/`, name: 'Liaison' },
    { '@type': 'Organization', legalName: name },
  ]);
});

test('plays the swipe deck by keyboard and buttons before hydration, and keeps the choices in signup after a reload', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto('/landers/tinderswipe?network=adnet');
  const gone = () => page.locator('[data-card][data-gone]').count();
  await page.locator('[data-throw=like]').click();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(gone).toBe(2);
  await page.locator('form select[name=gender]').first().selectOption('female');
  await page.locator('form select[name=gender_sought]').first().selectOption('male');
  await appReady(page);
  await page.locator('form button[type=submit]').first().click();
  await page.getByRole('dialog').waitFor();
  await expect
    .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('signup-draft') ?? '{}').gender_sought))
    .toBe('male');
  await page.reload();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/landers/tinderswipe');
});

test('tracks an advertisement through signup, activation and purchase, with signed postbacks and figures for its network', async () => {
  const env = { ...process.env, DATA_DIR: site.dataDir, PUBLIC_URL: site.url };
  const receiver = `${site.url}/dev/postback/adnet?cid={sub1}&event={event}&payout={payout}`;
  const payouts = ['--signup', '1.50', '--activation', '3', '--first-purchase', '20'];
  const made = spawnSync(
    process.execPath,
    ['scripts/commands/partner.ts', 'set', '--key', 'adnet', '--postback', receiver, ...payouts],
    { env, encoding: 'utf8' },
  );
  const figures = /Figures\s+(\S+)/.exec(made.stdout)?.[1];
  expect(figures, made.stderr).toBeTruthy();
  await changeSettings(site, { signups: 'with_trafficsource' });
  const closed = await newPage(browser, { baseURL: site.url });
  await closed.goto('/signup');
  await closed.getByRole('heading', { name: wordsOfSignup.closed.source_title }).waitFor();
  expect(await closed.locator('main form').count()).toBe(0);

  const account = { name: 'Adriaan', email: 'ad@example.test', password: 'a long walk by the sea' };
  const visitor = await personAt(browser, site, { ...account, locale: 'nl', device: 'phone' });
  const { page, says } = visitor;
  await page.goto('/landers/iconslanding?network=adnet&sub1=click-7&lb');
  await page.getByRole('checkbox', { name: says('landing_designs:interest.music') }).check();
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL(/\/signup\?/);
  expect(page.url()).toContain('interests=music');
  await expect.poll(() => page.url()).toContain('sub1=click-7');
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('traffic_source');

  await signUp(visitor);
  const [mail] = await mailsTo(site, account.email);
  await page.goto(mail!.links.find((link) => link.includes('activate'))!);
  await visitor.heading('activate:done.heading', { name: account.name }).waitFor();
  await visitor.open('/credits/2/ideal');
  await pay(visitor);
  await checkout(visitor, 'paid');
  await visitor.heading('transactions:completed.heading').waitFor();

  const told = async () =>
    (
      (await (await fetch(`${site.url}/dev/postbacks`)).json()) as {
        received: { query: { event: string; cid: string; payout: string }; signed: boolean }[];
      }
    ).received
      .map(({ query: { event, cid, payout }, signed }) => `${event} ${cid} ${payout} ${signed}`)
      .toSorted();
  await expect
    .poll(told, { timeout: 30_000 })
    .toEqual([
      'activation click-7 3.00 true',
      'first_purchase click-7 20.00 true',
      'signup click-7 1.50 true',
    ]);
  const partner = await newPage(browser, { baseURL: site.url });
  await partner.goto(figures!);
  const cells = await partner.locator('tbody tr').first().locator('td').allInnerTexts();
  expect(cells.map((cell) => cell.replaceAll(/[^\d,.]/g, ''))).toEqual(['1', '1', '1', '1', '24,50']);
});

/** Signs up step by step, starting after the genders, which the landing page asked for. */
async function signUp({ page, says, heading, button, ...person }: Person): Promise<void> {
  const next = () =>
    page
      .locator('form')
      .getByRole('button', { name: new RegExp(`^(${says('signup:next')}|${says('signup:skip')})`) })
      .click();
  await heading('signup:message.heading').waitFor();
  for (const step of ['photo', 'location', 'personal', 'about']) {
    await next();
    await heading(`signup:${step}.heading`).waitFor();
    if (step === 'location') {
      await page.locator('select[name="country"]').selectOption('NL');
      await page.locator('select[name="region"] option').nth(1).waitFor({ state: 'attached' });
      await page.locator('select[name="region"]').selectOption('Utrecht');
    }
    if (step === 'personal') {
      await page.getByLabel(says('signup:personal.name')).fill(person.name);
      await page.getByLabel(says('common:date.day')).fill('14');
      await page.getByLabel(says('common:date.month')).selectOption('5');
      await page.getByLabel(says('common:date.year')).fill('1990');
      await page.getByLabel(says('signup:personal.email')).fill(person.email);
      await page.getByLabel(says('signup:personal.password'), { exact: true }).fill(person.password);
    }
  }
  await page
    .getByRole('checkbox', { name: says('signup:about.intimate_consent', { site: 'Liaison' }) })
    .check();
  await button('signup:create').click();
  const push = page.getByRole('button', { name: says('signup:push.no'), exact: true });
  const done = heading('signup:confirm.heading', { name: person.name });
  await push.or(done).first().waitFor();
  if (await push.isVisible()) await push.click();
  await done.waitFor();
}
