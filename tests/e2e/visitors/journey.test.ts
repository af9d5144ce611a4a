import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '#contract/lists/locales.ts';
import { inNewestBrowser } from '#support/browser/browser.ts';
import { mailsTo, personAt, type Device, type Person } from '#support/browser/person.ts';
import { confirmAddress, signUp } from '#support/browser/signing-up.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// The main journey of two strangers: they sign up, find each other, like, chat live on free messages and
// credits, pay, and continue chatting.

const { site, browser } = await siteForTests();

const runs: { locale: Locale; device: Device }[] = [
  { locale: 'nl', device: 'phone' },
  { locale: 'en', device: 'desktop' },
];

// The newer browser needs one run: the other differs in words and size only.
describe.each(inNewestBrowser ? runs.slice(0, 1) : runs)('in $locale on a $device', ({ locale, device }) => {
  let mara: Person;
  let joris: Person;
  const complaints: string[] = [];

  beforeAll(async () => {
    const account = (name: string) => ({
      name,
      email: `${name}.${locale}@example.test`.toLowerCase(),
      password: 'a long walk by the sea',
    });
    mara = await personAt(browser, site, { ...account('Mara'), locale, device, entered: false });
    joris = await personAt(browser, site, { ...account('Joris'), locale, device });
    await mara.page.addInitScript(lateFrames);
    for (const { page } of [mara, joris]) {
      page.on('pageerror', (error) => complaints.push(error.message));
    }
  });

  afterAll(async () => {
    await Promise.all([mara, joris].map((person) => person?.page.context().close()));
  });

  test('confirms the age of a stranger, signs up step by step and confirms the address', async () => {
    await mara.open('/');
    const warning = mara.page.getByRole('dialog');
    await warning.getByText(mara.says('common:entry.title', { age: 18 })).waitFor();
    await mara.button('common:entry.enter', { age: 18 }).click();
    await warning.waitFor({ state: 'hidden' });
    await signUp(mara, { gender: 'female', from: 'index', born: 1994 });
    await confirmAddress(site, mara);
  });

  test('signs up a second stranger', async () => {
    await joris.open('/signup');
    await signUp(joris, { gender: 'male', from: 'page', born: 1991 });
    await confirmAddress(site, joris);
  });

  test('accepts an activation link once', async () => {
    const [mail] = (await mailsTo(site, mara.email)).filter(({ links }) =>
      links.some((link) => link.includes('/activate/')),
    );
    await mara.page.goto(mail!.links.find((link) => link.includes('/activate/'))!);
    await mara.page.getByRole('heading', { name: mara.says('activate:error.already_heading') }).waitFor();
    expect(mara.page.url()).toContain('/activate/error');
  });

  test('rejects a wrong password in the language of the page, and opens the members area with the right one', async () => {
    await logOut(joris);
    await joris.open('/login');
    await joris.page.getByLabel(joris.says('login:email')).fill(joris.email);
    await joris.page.getByLabel(joris.says('login:password'), { exact: true }).fill('not my password');
    await joris.page
      .locator('form')
      .getByRole('button', { name: joris.says('login:submit'), exact: true })
      .click();
    await joris.page.getByText(joris.says('errors:error.login_failed')).waitFor();
    expect(await joris.page.getByLabel(joris.says('login:email')).inputValue()).toBe(joris.email);
    await joris.page.getByLabel(joris.says('login:password'), { exact: true }).fill(joris.password);
    await joris.page
      .locator('form')
      .getByRole('button', { name: joris.says('login:submit'), exact: true })
      .click();
    await joris.page.waitForURL(/\/members/);
  });

  test('finds both members and celebrates their match', async () => {
    const hers = await findMember(mara, 'male', 'Joris');
    await mara.page.getByRole('button', { name: mara.says('members:profile.like'), exact: true }).click();
    await mara.page.getByRole('button', { name: mara.says('members:profile.liked') }).waitFor();

    await joris.open('/likes/received');
    const his = joris.page.getByRole('link', { name: /^Mara,/ });
    await his.click();
    await joris.page.getByRole('heading', { name: /^Mara, / }).waitFor();
    await joris.page.getByRole('button', { name: joris.says('members:profile.like'), exact: true }).click();
    await joris.heading('likes:match_modal.title').waitFor();
    await mara.heading('likes:match_modal.title').waitFor();
    for (const { page } of [mara, joris]) await page.mouse.click(5, 300);
    await joris.heading('likes:match_modal.title').waitFor({ state: 'hidden' });
    expect(hers).toMatch(/\/members\/\d+$/);
  });

  test('delivers messages live in both directions, with typing', async () => {
    await mara.page
      .getByRole('link', { name: mara.says('members:profile.message') })
      .or(mara.page.getByRole('button', { name: mara.says('members:profile.message') }))
      .first()
      .click();
    await mara.page
      .getByRole('textbox', { name: mara.says('chat:composer.label', { name: 'Joris' }) })
      .waitFor();
    await joris.open('/chats');
    await write(mara, 'Joris', 'Hi Joris, zin in koffie?');
    await joris.page.getByText('Hi Joris, zin in koffie?').first().waitFor();
    await joris.page.getByRole('link', { name: /Mara/ }).first().click();
    const field = joris.page.getByRole('textbox', {
      name: joris.says('chat:composer.label', { name: 'Mara' }),
    });
    await field.waitFor();
    await field.pressSequentially('Altijd', { delay: 30 });
    await mara.page
      .getByText(mara.says('chat:typing.long', { name: 'Joris' }))
      .first()
      .waitFor({ state: 'attached' });
    await field.fill('Altijd! Zaterdag om elf uur?');
    await field.press('Enter');
    await bubble(mara, 'Altijd! Zaterdag om elf uur?').waitFor();
  });

  test('sells credits when free messages run out, and sends the unsent message by itself', async () => {
    for (let count = 2; count <= 5; count++) await write(mara, 'Joris', `Bericht ${count}`);
    await bubble(joris, 'Bericht 5').waitFor();
    await write(mara, 'Joris', 'Deze kost een credit', false);
    await mara.page.getByText(mara.says('errors:error.not_enough_credits', { name: 'Joris' })).waitFor();
    await mara.link('chat:way_out.credits').click();
    await mara.page.waitForURL(/\/credits/);

    // The whole card is a link to the package.
    const choose = mara.page.getByRole('link', {
      name: new RegExp(mara.says('credits:choose_package_other', { count: 50, price: '' }).trim()),
    });
    await mara.page.getByRole('listitem').filter({ has: choose }).click();
    await mara.page.waitForURL(/\/credits\/\d+/);
    await mara.page.getByRole('checkbox').last().check();
    await mara.page
      .locator('form')
      .getByRole('button', { name: new RegExp(mara.says('credits:pay.button', { price: '' }).trim()) })
      .click();
    await mara.page.waitForURL(/\/sandbox\/checkout\//);
    await mara.page.locator('button[value="cancelled"]').click();
    await mara.page.waitForURL(/\/transactions\//);
    await mara.heading('transactions:cancelled.heading').waitFor();
    const orderAgain = mara.page.getByRole('button', {
      name: new RegExp(mara.says('transactions:cancelled.retry', { method: '.*', price: '.*' })),
    });
    // Another order is another contract, so it asks for consent too.
    await orderAgain.click();
    await mara.page.getByText(mara.says('credits:pay.consent_needed')).waitFor();
    await mara.page.getByRole('checkbox').check();
    await orderAgain.click();

    await mara.page.waitForURL(/\/sandbox\/checkout\//);
    await mara.page.locator('button[value="paid"]').click();
    await mara.page.waitForURL(/\/transactions\//);
    await mara.heading('transactions:completed.heading').waitFor();
    await mara.page
      .getByText(mara.says('common:credits_arrived_other', { count: 50 }))
      .first()
      .waitFor();
    // The message was sent before she returned to the conversation.
    await bubble(joris, 'Deze kost een credit').waitFor();
    await mara.link('transactions:completed.back_to_conversation').click();
  });

  test('lets a premium member keep chatting on credits, without any error on the way', async () => {
    await write(mara, 'Joris', 'Nu met credits');
    await bubble(joris, 'Nu met credits').waitFor();
    const user = (await (await mara.page.request.get('/api/user.php')).json()) as {
      credits: number;
      paid_user: boolean;
    };
    expect(user).toMatchObject({ credits: 48, paid_user: true });
    expect(complaints).toEqual([]);
  });
});

/**
 * Simulates a busy machine, on which the next frame that a form waits for comes while the year is being
 * typed.
 */
function lateFrames() {
  const nextFrame = window.requestAnimationFrame.bind(window);
  const late: FrameRequestCallback[] = [];
  let sending = false;
  window.requestAnimationFrame = (callback) => (sending ? late.push(callback) : nextFrame(callback));
  const listen = (event: string, listener: (event: Event) => void) =>
    window.addEventListener(event, listener, true);
  listen('submit', () => {
    sending = true;
    setTimeout(() => (sending = false));
  });
  listen('focusin', ({ target }) => {
    if ((target as HTMLInputElement).maxLength === 4)
      queueMicrotask(() => late.splice(0).forEach((callback) => callback(performance.now())));
  });
}

async function logOut(person: Person): Promise<void> {
  await person.open('/members');
  await person.page
    .getByRole('button', { name: person.says('common:nav.account', { name: person.name }) })
    .click();
  await person.page
    .getByRole('menuitem', { name: person.says('common:nav.logout') })
    .or(person.page.getByText(person.says('common:nav.logout'), { exact: true }))
    .first()
    .click();
  await person.page.waitForURL((url) => !url.pathname.includes('/members'));
  expect((await person.page.request.get('/api/user.php')).status()).toBe(403);
}

async function findMember(person: Person, gender: string, name: string): Promise<string> {
  await person.open(`/members?gender=${gender}&country=NL&region=Utrecht`);
  await person.page
    .getByRole('link', { name: new RegExp(`^${name}, `) })
    .first()
    .click();
  await person.page.getByRole('heading', { name: new RegExp(`^${name}, `) }).waitFor();
  return new URL(person.page.url()).pathname;
}

const bubble = (person: Person, text: string) =>
  person.page.getByRole('log').getByText(text, { exact: true });

async function write(person: Person, to: string, text: string, arrives = true): Promise<void> {
  const field = person.page.getByRole('textbox', { name: person.says('chat:composer.label', { name: to }) });
  await field.fill(text);
  await person.page
    .locator('form button[type="submit"]')
    .filter({ hasText: person.says('chat:composer.send') })
    .click();
  await bubble(person, text).waitFor();
  if (arrives)
    await expect.poll(() => person.page.getByText(person.says('chat:state.sending')).count()).toBe(0);
}
