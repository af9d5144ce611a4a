import type { Cookie, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, closePages, complaintsOf, newPage, type PageOptions } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// Voice introductions on profiles, recorded with the browser's fake microphone.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf, loggedIn, pageOf } = chatPages(() => ({ site, browser, database }));
let anna: number;
/** The link for the first login works once. */
let ownerCookies: Cookie[] = [];

beforeAll(async () => void (anna = await idOf('anna')));
beforeEach(async () => {
  await closePages(browser);
  await database.query('delete from voice_intros where member_id = $1', [anna]);
});

/** Anna's own profile. `script` runs before the page's own. */
async function ownProfile(options: PageOptions & { denied?: boolean; script?: string } = {}) {
  const page = await loggedIn('anna', options);
  if (!options.denied) await page.context().grantPermissions(['microphone']);
  if (options.script) await page.addInitScript(options.script);
  await page.goto('/profile');
  await appReady(page);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const opener = (page: Page) => page.getByRole('button', { name: /^(Opnemen|Een nieuwe opnemen)$/ });
const recorder = (page: Page) => page.getByRole('group', { name: 'Een spraakintroductie opnemen' });
const player = (page: Page) => page.getByRole('group', { name: /^Spraakintroductie.*, 0:\d\d$/ });
const send = (page: Page) => recorder(page).getByRole('button', { name: 'Versturen' });
const stored = async () =>
  (await database.query('select status from voice_intros where member_id = $1', [anna])).rows.map(
    ({ status }) => status as string,
  );

async function record(page: Page) {
  await opener(page).click();
  await recorder(page)
    .getByRole('timer')
    .getByText(/^0:(0[2-9]|[1-5])/)
    .waitFor();
  await button(page, 'Opname stoppen').click();
  await send(page).waitFor();
}

const shots = process.env['SCREENSHOTS'];
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

test.each(['phone', 'desktop'] as const)(
  'a member records an introduction on a %s, the office approves it, and another member plays it',
  async (device) => {
    const options = device === 'phone' ? { device, dark: true } : {};
    const one = await ownProfile(options);
    const complaints = [complaintsOf(one)];
    await opener(one).click();
    await recorder(one)
      .getByRole('timer')
      .getByText(/^0:(0[2-9]|[1-5])/)
      .waitFor();
    expect(await accessibilityFaults(one)).toEqual([]);
    await shoot(one, `recording-${device}`);
    await one.keyboard.press('Enter');
    await send(one).waitFor();
    await shoot(one, `preview-${device}`);
    expect(await accessibilityFaults(one)).toEqual([]);
    expect(await stored()).toEqual([]);
    await send(one).click();
    await one.getByText('Wij moeten deze nog beluisteren').waitFor();
    await expect.poll(() => opener(one).isVisible()).toBe(true);
    await shoot(one, `waiting-${device}`);
    expect(await stored()).toEqual(['inspecting']);

    const office = await newPage(browser, { baseURL: site.url, ...options });
    if (ownerCookies.length === 0) {
      await logInAsOwner(office, site);
      ownerCookies = await office.context().cookies();
    } else await office.context().addCookies(ownerCookies);
    complaints.push(complaintsOf(office));
    await office.goto('/admin/voice-intros');
    await appReady(office);
    await player(office).waitFor();
    const loaded = office.waitForResponse((response) => response.url().includes('/voice-intros/'));
    await office.keyboard.press('Space');
    expect((await loaded).headers()['content-type']).toBe('audio/mp4');
    await shoot(office, `queue-${device}`);
    expect(await accessibilityFaults(office)).toEqual([]);
    await office.keyboard.press('a');
    await expect.poll(stored).toEqual(['active']);
    // The member's open page learns of it.
    await one.getByText('Anderen kunnen deze horen').waitFor();
    await shoot(one, `approved-${device}`);

    const two = await pageOf('bram', `/members/${anna}`, options);
    complaints.push(complaintsOf(two));
    await player(two).waitFor();
    await player(two).getByRole('button', { name: 'Afspelen' }).click();
    await player(two).getByRole('button', { name: 'Pauzeren' }).waitFor();
    await shoot(two, `profile-${device}`);
    expect(await accessibilityFaults(two)).toEqual([]);
    await two.getByRole('link', { name: 'Deze opname melden' }).click();
    await two.waitForURL(/\/complaints\?/);
    await two.getByRole('group', { name: /^De spraakintroductie/ }).waitFor();
    await shoot(two, `complaint-${device}`);
    expect(await accessibilityFaults(two)).toEqual([]);

    await button(one, 'Verwijderen').click();
    await one.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click();
    await expect.poll(stored).toEqual([]);
    await expect.poll(() => player(one).count()).toBe(0);
    expect(complaints).toEqual([[], [], []]);
  },
);

test('keeps a recording whose upload failed, also on other screens, and stores it once', async () => {
  const page = await ownProfile();
  let answers = 0;
  await page.route('**/api/voice-intro.php', async (route) => {
    if (route.request().method() !== 'POST' || answers++ > 0) return route.continue();
    // The server has stored it, but the answer is lost.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await record(page);
  await send(page).click();
  await recorder(page)
    .getByText(/Je opname is er nog/)
    .waitFor();
  await page
    .getByRole('link', { name: /Basis|Over jou|Interesses/ })
    .first()
    .click();
  await page.waitForURL(/\/profile\/.+/);
  await page.goBack();
  await send(page).click();
  await page.getByText('Wij moeten deze nog beluisteren').waitFor();
  expect(await stored()).toEqual(['inspecting']);
});

test.each([
  [
    'no microphone',
    `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotFoundError') };`,
    /vinden geen microfoon/,
  ],
  ['a browser without a recorder', 'delete window.MediaRecorder;', /kan geen geluid opnemen/],
  [
    'silence',
    `navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const silence = new ConstantSourceNode(context, { offset: 0 });
      const microphone = context.createMediaStreamDestination();
      silence.connect(microphone);
      silence.start();
      return microphone.stream;
    };`,
    /geen geluid in deze opname/,
  ],
])('explains %s', async (what, script, sentence) => {
  const page = await ownProfile({ script });
  await opener(page).click();
  if (what === 'silence') {
    await recorder(page).getByText('We horen niets').waitFor();
    await button(page, 'Opname stoppen').click();
  }
  await recorder(page).getByText(sentence).waitFor();
  await button(page, 'Sluiten').click();
  await recorder(page).waitFor({ state: 'detached' });
  await expect.poll(() => opener(page).evaluate((node) => node === document.activeElement)).toBe(true);
});

test('says how to allow a refused microphone', async () => {
  const page = await ownProfile({ denied: true, device: 'phone' });
  await opener(page).tap();
  await recorder(page)
    .getByText(/mag je microfoon niet gebruiken/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('stops after thirty seconds, and says so', async () => {
  const page = await ownProfile();
  await page.clock.install();
  await opener(page).click();
  // The fake microphone beeps once a second, and only what a tick of the stopped clock measures counts.
  const hasHeard = () =>
    recorder(page)
      .locator('i[style]')
      .evaluateAll((bars) => bars.some((bar) => parseFloat((bar as HTMLElement).style.height) > 20));
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return hasHeard();
    })
    .toBe(true);
  await page.clock.fastForward(30_000);
  await recorder(page)
    .getByText(/hooguit 30 seconden duren/)
    .waitFor();
  expect(await send(page).isEnabled()).toBe(true);
});
