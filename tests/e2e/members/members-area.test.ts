import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, complaintsOf, hydrated, newPage, type PageOptions } from '#support/browser/browser.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { phoneJpeg } from '#support/pictures.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();

const english: PageOptions = { language: 'en-GB' };

async function loggedIn(login: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...english, ...options });
  const answer = await page.request.post('/api/user.php', {
    data: { email: emailOf(login), password: demoPassword },
  });
  expect(answer.status()).toBe(200);
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/en${path}`);
  // The first mouse movement starts the app on pages with deferred scripts.
  await page.mouse.move(8, 400);
  await page.mouse.move(12, 420);
  await appReady(page);
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

test('files, claims and decides a complaint by keyboard, and updates the open list of its sender', async () => {
  const page = await loggedIn('anna', { device: 'phone' });
  const [profile] = await query(
    "select id from profiles where kind = 'member' and gender = 'male' and listed order by id limit 1",
  );
  await open(page, `/complaints?profile=${String(profile!['id'])}`);
  await page.getByLabel('What is it about?').selectOption('harassment');
  await page.getByLabel('What happened?').fill('He keeps writing to me.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText("Thank you, we've got it").waitFor();
  const mine = page.getByRole('region', { name: 'Your reports' });
  await mine.getByText('Received').waitFor();

  const operator = await newPage(browser, { baseURL: site.url, ...english });
  await logInAsOwner(operator, site);
  const complaints = complaintsOf(operator);
  await open(operator, '/admin/complaints');
  await operator.getByText('Taking it opens it').waitFor();
  expect(await operator.getByText('He keeps writing to me.').count()).toBe(0);
  await operator.keyboard.press('t');
  await operator.getByText('He keeps writing to me.').waitFor();
  await mine.getByText('Being looked at').waitFor();
  // The complaint names no photo or message, so nothing can be removed; the digits stay the same.
  await operator.keyboard.press('1');
  await operator.keyboard.press('3');
  await operator.getByRole('heading', { name: 'Warn the member' }).waitFor();
  expect(await operator.getByLabel('Rule').inputValue()).toBe('harassment');
  await operator.keyboard.press('Escape');
  await operator.keyboard.press('5');
  await operator.getByRole('heading', { name: 'Nothing wrong' }).waitFor();
  const note = operator.getByLabel('Note to the reporter');
  expect(await note.inputValue()).toBe('');
  await note.fill('We asked him to stop.');
  await note.press('Control+Enter');
  await operator.getByText('0 reports are waiting').waitFor();
  await mine.getByText('We asked him to stop.').waitFor();
  await mine.getByText('Decided', { exact: true }).waitFor();
  const actions = (
    await query("select action from audit_log where action like 'complaint.%' order by id")
  ).map(({ action }) => action);
  // The picture of the reported member is loaded at a moment of its own.
  expect(actions).toContain('complaint.picture');
  expect(actions.filter((action) => action !== 'complaint.picture')).toEqual([
    'complaint.take',
    'complaint.look',
    'complaint.decide',
  ]);
  expect(complaints).toEqual([]);
});

test('ends the match finder with a drawing, by keyboard, and stores no answers', async () => {
  const page = await newPage(browser, { baseURL: site.url, ...english, device: 'phone' });
  const complaints = complaintsOf(page);
  await open(page, '/match-finder');
  await page.waitForLoadState('networkidle');
  const stored = () =>
    page.evaluate(() =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        history.state,
        location.href,
      ]),
    );
  const before = await stored();
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  );
  await page.getByRole('button', { name: '35 and over' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Which look?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Other' }).press('Enter');
  await page.getByRole('img', { name: 'A drawing of two people' }).waitFor();
  await page.getByText('Nobody in it exists.').waitFor();
  expect(
    sent.filter(
      (request) =>
        !request.startsWith('GET') || /35|sexy|race|other/i.test(new URL(request.split(' ')[1]!).search),
    ),
  ).toEqual([]);
  expect(await stored()).toBe(before);
  await open(page, '/match-finder');
  await page.getByText('Question 1 of 3').waitFor();
  expect(complaints).toEqual([]);
});

test('shows a new member the tour once without blocking, and not again after it is closed', async () => {
  const page = await loggedIn('anna');
  await query('update members set signup_date = app_now() where email_key = $1', [emailOf('anna')]);
  // Its styles load with its code, so the server's page must not have it yet.
  expect(await (await page.request.get('/members')).text()).not.toContain('data-tour');
  await open(page, '/members');
  const tour = page.getByRole('complementary', { name: 'Welcome! A quick look around' });
  await tour.getByText('Find your kind of people').waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await hydrated(tour.getByRole('button', { name: 'Next' }));
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('link', { name: 'Play the swipe game' }).waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByText(/free message/).waitFor();
  await tour.getByRole('button', { name: 'Skip the tour' }).click();
  await tour.waitFor({ state: 'detached' });
  const kept = (await page.context().cookies()).find(({ name }) => name === 'dismissed_welcome_tour');
  expect(Date.parse(kept!.value)).toBeGreaterThan(0);
  await open(page, '/members');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await tour.count()).toBe(0);
});

test('uploads a HEIC photo from a browser that cannot show it, and shows the decision in the open page', async () => {
  const page = await loggedIn('bram');
  await open(page, '/profile');
  const photos = page.locator('section[aria-labelledby="my-photos"]');
  await photos
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'IMG_0001.HEIC',
      mimeType: 'image/heic',
      buffer: readFileSync(new URL('../../support/phone.heic', import.meta.url)),
    });
  await photos.getByText('Being inspected').waitFor();
  const [photo] = await query(
    "select width, height from photos where status = 'inspecting' and member_id = (select id from members where email_key = $1)",
    [emailOf('bram')],
  );
  expect(photo).toEqual({ width: 300, height: 400 });
});

test('accepts pasted and dropped photos, finds the city by position, and uses the local name of the region', async () => {
  const page = await loggedIn('anna');
  await page.context().setGeolocation({ latitude: 53.2194, longitude: 6.5665 });
  await page.context().grantPermissions(['geolocation'], { origin: site.url });
  await open(page, '/profile');
  const picked = await page.evaluateHandle(
    (content) => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], 'me.jpg', {
          type: 'image/jpeg',
        }),
      );
      return transfer;
    },
    (await phoneJpeg()).toString('base64'),
  );
  const dialog = page.locator('dialog[open]');
  await page.evaluate(
    (clipboardData) => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
    picked,
  );
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const drop = page
    .locator('section[aria-labelledby="my-photos"] input[type=file]')
    .first()
    .locator('xpath=..');
  await drop.dispatchEvent('drop', { dataTransfer: picked });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await open(page, '/profile/place');
  await page.getByRole('button', { name: 'Use my position' }).click();
  await expect.poll(() => page.getByLabel('Province').inputValue()).toBe('Groningen');
  for (const [country, label] of [
    ['CH', 'Canton'],
    ['IE', 'County'],
    ['PL', 'Voivodeship'],
  ] as const) {
    await page.getByLabel('Country', { exact: true }).selectOption(country);
    await page.getByLabel(label).waitFor();
  }
  const refusing = await loggedIn('anna', { device: 'phone' });
  await open(refusing, '/profile/place');
  await refusing.getByRole('button', { name: 'Use my position' }).click();
  await refusing.getByText('Your browser does not share your position.').waitFor();
});

test('opens signup with an invitation on a closed site', async () => {
  const page = await newPage(browser, { baseURL: site.url, ...english });
  await changeSettings(site, { signups: 'invite' });
  try {
    await open(page, '/signup');
    expect(await page.getByRole('button', { name: /next|continue/i }).count()).toBe(0);
    await open(page, '/complete-signup?invite=some-invitation');
    await page.waitForURL('**/signup?invite=some-invitation');
    await page.getByRole('main').getByRole('button').first().waitFor();
  } finally {
    await changeSettings(site, { signups: null });
  }
});
