import { beforeAll, beforeEach, expect, test } from 'vitest';
import { closePages } from '#support/browser/browser.ts';
import { cardsOf, memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);
beforeAll(async () => {
  await pages.query('update sites set overrides = overrides || $1', [
    {
      member_resell: true,
      visible_profile_fields: ['gender', 'age', 'country', 'region', 'city'],
      visible_profile_notes: [],
    },
  ]);
});
beforeEach(() => closePages(browser));

test.each(['phone', 'desktop'] as const)(
  'on a %s, shows photo, name and town of a tapped card while the server answers',
  async (device) => {
    const man = await pages.plant({ name: `Snel${device}`, gender: 'male' });
    const page = await pages.page(man, { device });
    await pages.open(page, '/en/members');
    // The first profile loads the screen's code, so that only the second one's answer is missing.
    const faces = cardsOf(page).filter({ has: page.locator('img[src*="/photos/"]') });
    await faces.nth(0).getByRole('link').click();
    await page.waitForURL(/\/members\/\d+$/);
    await page.locator('main article[aria-busy=false]').waitFor();
    await page.goBack();
    const card = faces.nth(1);
    const [name, picture] = [
      await card.getByRole('link').getAttribute('aria-label'),
      await card.locator('img').getAttribute('src'),
    ];
    let answer = () => {};
    const answered = new Promise<void>((resolve) => void (answer = resolve));
    await page.route('**/api/member.php?*', async (route) => {
      await answered;
      await route.continue();
    });
    await card.getByRole('link').click();
    await page.waitForURL(/\/members\/\d+$/, { timeout: 3000 });
    await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor({ state: 'attached' });
    const frame = page.locator('main article[aria-busy=true]').first();
    expect(await frame.locator('img').first().getAttribute('src')).toBe(picture);
    await frame
      .getByText(/Netherlands/)
      .filter({ visible: true })
      .first()
      .waitFor();
    answer();
    await page.locator('main article[aria-busy=false]').first().waitFor();
    const enlarge = page.getByRole('button', { name: 'Enlarge photo 1' });
    expect(await enlarge.evaluate((button) => getComputedStyle(button).backgroundImage)).toContain(picture);
  },
);

test('returns the focus from the lightbox to the photo that was seen last', async () => {
  const man = await pages.plant({ name: 'Zoomer', gender: 'male' });
  const [{ id }] = await pages.query(
    `select member_id as id from photos where not private and status = 'active'
     group by member_id having count(*) > 1 order by member_id limit 1`,
  );
  const page = await pages.page(man);
  await pages.open(page, `/en/members/${id}`);
  await page.getByRole('button', { name: 'Enlarge photo 1' }).click();
  const lightbox = page.locator('dialog:modal');
  await lightbox.getByText('1 / ').waitFor();
  await page.keyboard.press('ArrowRight');
  await lightbox.getByText('2 / ').waitFor();
  await page.keyboard.press('Escape');
  await lightbox.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Enlarge photo 2');
});

test('shows the error page for a tapped card whose profile is gone, as a direct visit does', async () => {
  const man = await pages.plant({ name: 'Laat', gender: 'male' });
  const gone = await pages.plant({ name: 'Verdwenen' });
  const page = await pages.page(man);
  await pages.open(page, '/en/members');
  await pages.query(`update members set status = 'banned' where id = $1`, [gone]);
  await cardsOf(page)
    .getByRole('link', { name: /^Verdwenen/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Verdwenen' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Back to the home page' }).waitFor();
});

test('distinguishes cam listings from people, and those of partners from the site’s own', async () => {
  const man = await pages.plant({ name: 'Kijker', gender: 'male' });
  const own = await pages.plant({ name: 'Camilla', kind: 'cam' });
  const partner = await pages.plant({ name: 'Partnera', kind: 'cam', cam_variant: 'resell' });
  await pages.query(
    `insert into presence (member_id, last_active) values ($1, now() - interval '30 days') on conflict do nothing`,
    [own],
  );
  const page = await pages.page(man, { device: 'phone' });
  // Processes cache settings for half a minute.
  await expect
    .poll(async () => (await page.request.get(`/api/member.php?id=${partner}`)).status(), { timeout: 40_000 })
    .toBe(200);
  for (const [id, label] of [
    [own, 'Cam'],
    [partner, 'Partner cam'],
  ] as const) {
    await pages.open(page, `/en/members/${id}`);
    await page.getByText(label, { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Watch live' }).waitFor();
    expect(await page.getByText(/^(Seen|Not seen)/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Like', exact: true }).count()).toBe(0);
  }
  await pages.open(page, '/en/members');
  const tile = (name: string) =>
    cardsOf(page).filter({ has: page.getByRole('link', { name: new RegExp(`^${name}`) }) });
  await tile('Camilla').getByText('Cam', { exact: true }).waitFor();
  await tile('Partnera').getByText('Partner cam', { exact: true }).waitFor();
  expect(await tile('Camilla').getByRole('button').count()).toBe(0);
});

test('neither asks for profile fields that the site hides nor counts them', async () => {
  const page = await pages.page(await pages.plant({ name: 'Kaal', gender: 'male' }));
  await pages.open(page, '/en/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const sections = await page
    .locator('[data-section]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-section')));
  expect(sections).toEqual(['photos', 'basics', 'place']);
  expect((await page.goto('/en/profile/about'))?.status()).toBe(404);
  await pages.open(page, '/en/profile');
  // The town gives 10 of 45 points; the other 35 are for photos.
  await page.getByText(/22%/).first().waitFor();
});

test('asks a visitor who reports content for its address and for a name, and stores both', async () => {
  const page = await pages.page(null, { device: 'phone' });
  await pages.open(page, '/en/complaints');
  await page.getByText(/to the best of your knowledge/).waitFor();
  const place = page.getByLabel('Where is it?');
  expect(await place.count()).toBe(0);
  await page.getByLabel('What is it about?').selectOption('privacy');
  await place.fill('https://liaison.example/members/7');
  await page.getByLabel('What happened?').fill('That is my picture.');
  await page.getByLabel('Your email address').fill('pia@example.test');
  await page.getByRole('button', { name: 'Send report' }).click();
  const name = page.getByLabel('Your name');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('Pia Peters');
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('status').getByRole('heading').waitFor();
  expect(
    await pages.query(
      `select reporter_name, reporter_email, content_url from complaints where reporter_email = 'pia@example.test'`,
    ),
  ).toEqual([
    {
      reporter_name: 'Pia Peters',
      reporter_email: 'pia@example.test',
      content_url: 'https://liaison.example/members/7',
    },
  ]);
});

test('lets a visitor report abuse of a child without a name', async () => {
  const page = await pages.page(null);
  await pages.open(page, '/en/complaints');
  await page.getByLabel('What is it about?').selectOption('underage');
  await page.getByLabel('What happened?').fill('She is fifteen.');
  await page.getByLabel('Your email address').fill('anonymous@example.test');
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('status').getByRole('heading').waitFor();
});

test('still takes photos after as many failed uploads as a member may have photos', async () => {
  const page = await pages.page(await pages.plant({ name: 'Pech', gender: 'male' }));
  await pages.open(page, '/en/profile');
  const photos = page.locator('section[aria-labelledby="my-photos"]');
  const damaged = [1, 2, 3].map((number) => ({
    name: `${number}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from('not a photo'),
  }));
  await photos.locator('input[type=file]').first().setInputFiles(damaged);
  await expect.poll(() => photos.getByRole('alert').count()).toBe(3);
  expect(await photos.locator('input[type=file]').count()).toBeGreaterThan(0);
});
