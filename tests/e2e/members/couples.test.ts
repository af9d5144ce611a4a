import { afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { appReady, closePages } from '#support/browser/browser.ts';
import { type Device, type Person, personAt } from '#support/browser/person.ts';
import { confirmAddress } from '#support/browser/signing-up.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { changeSettings } from '#support/site-settings.ts';

// A couple and a non-binary member on a site that offers both (docs/product.md 3.13 and 3.14).

const { site, browser } = await siteForTests();
beforeAll(() => changeSettings(site, { more_genders: ['non_binary', 'couple'] }));
afterEach(() => closePages(browser));

interface Newcomer {
  gender: 'non_binary' | 'couple';
  sought: 'couple' | 'non_binary';
  partner?: string;
}

async function fillDate(person: Person, label: string, year: number) {
  const field = person.page.getByRole('group', { name: label, exact: true });
  await field.getByLabel(person.says('common:date.day')).fill('14');
  await field.getByLabel(person.says('common:date.month')).selectOption('5');
  await field.getByLabel(person.says('common:date.year')).fill(String(year));
}

async function signUp(person: Person, { gender, sought, partner }: Newcomer) {
  const { page, says } = person;
  const goOnTo = async (step: string) => {
    await page
      .locator('form')
      .getByRole('button', { name: new RegExp(`^(${says('signup:next')}|${says('signup:skip')})`) })
      .click();
    await person.heading(`signup:${step}.heading`).waitFor();
  };
  const choose = (group: string, value: string) =>
    page
      .getByRole('group', { name: says(group) })
      .getByRole('radio', { name: says(`signup:gender.${value}`), exact: true })
      .check();
  await person.open('/signup');
  await choose('signup:i_am_any', gender);
  await choose('signup:i_seek_any', sought);
  await goOnTo('photo');
  await goOnTo('location');
  await page.locator('select[name="country"]').selectOption('NL');
  await page.locator('select[name="region"]').selectOption('Utrecht');
  await goOnTo('personal');
  await page.getByLabel(says('signup:personal.name'), { exact: true }).fill(person.name);
  await fillDate(person, says('signup:personal.date_of_birth'), 1992);
  await page.getByLabel(says('signup:personal.email')).fill(person.email);
  await page.getByLabel(says('signup:personal.password'), { exact: true }).fill(person.password);
  const partnerName = page.getByLabel(says('signup:personal.partner_name'), { exact: true });
  if (partner) {
    await partnerName.fill(partner);
    const born = says('signup:personal.partner_date_of_birth');
    await fillDate(person, born, new Date().getFullYear() - 10);
    await page
      .locator('form')
      .getByRole('button', { name: says('signup:next') })
      .click();
    await page.getByText(says('errors:field.partner_too_young', { min_age: 18 })).waitFor();
    expect(await partnerName.inputValue()).toBe(partner);
    await fillDate(person, born, 1988);
  } else expect(await partnerName.count()).toBe(0);
  await goOnTo('about');
  await page
    .getByRole('checkbox', { name: says('signup:about.intimate_consent', { site: 'Liaison' }) })
    .check();
  await person.button('signup:create').click();
  const push = page.getByRole('button', { name: says('signup:push.no'), exact: true });
  const name = partner ? `${person.name} & ${partner}` : person.name;
  const done = person.heading('signup:confirm.heading', { name });
  await push.or(done).first().waitFor();
  if (await push.isVisible()) await push.click();
  await done.waitFor();
  await confirmAddress(site, { ...person, name });
}

test.each<Device>(['phone', 'desktop'])(
  'signs up a couple, finds it with the filter and changes its names (%s)',
  async (device) => {
    const account = (name: string) => ({
      name,
      email: `${name}-${device}@example.test`.toLowerCase(),
      password: 'a long walk by the sea',
      locale: 'en' as const,
      device,
    });
    const couple = await personAt(browser, site, account('Anna'));
    const robin = await personAt(browser, site, account('Robin'));
    await signUp(couple, { gender: 'couple', sought: 'non_binary', partner: 'Bram' });
    await signUp(robin, { gender: 'non_binary', sought: 'non_binary' });
    const age = (year: number) => String(ageOf(year));

    const { page, says } = robin;
    await page.goto('/en/members?country=NL');
    await appReady(page);
    await page.getByRole('button', { name: says('members:search.more_filters') }).click();
    const sheet = page.locator('dialog[open]');
    const sought = sheet.getByRole('group', { name: says('members:search.gender') });
    await sought.getByRole('radio', { name: says('common:genders.couple'), exact: true }).check();
    await sheet.getByRole('button', { name: says('members:search.show') }).click();
    await page.waitForURL(/gender=couple/);
    const heading = `Anna & Bram, ${age(1992)} & ${age(1988)}`;
    const card = page.getByRole('link', { name: heading, exact: true }).first();
    await card.waitFor();
    // The tour of newcomers may cover the card.
    await card.press('Enter');
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.getByText(says('common:gender.couple'), { exact: true }).first().waitFor();
    const profile = page.url();

    await couple.page.goto('/en/profile/basics');
    await appReady(couple.page);
    const partnerName = couple.page.getByLabel(says('profile:field.partner_name'), { exact: true });
    await couple.page.getByLabel(says('profile:field.name'), { exact: true }).fill('Anna Sophie');
    await partnerName.fill('');
    expect(await partnerName.getAttribute('aria-invalid')).toBe('true');
    await partnerName.pressSequentially('Chris Jan');
    expect(await accessibilityFaultsInBothThemes(couple.page)).toEqual([]);
    await save(couple);

    await page.goto(profile);
    const renamed = `Anna Sophie & Chris Jan, ${age(1992)} & ${age(1988)}`;
    await page.getByRole('heading', { name: renamed, exact: true }).waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    );

    await couple.page
      .getByRole('group', { name: says('profile:field.gender') })
      .getByRole('radio', { name: says('common:gender.female'), exact: true })
      .check();
    await partnerName.waitFor({ state: 'detached' });
    await save(couple);
    await page.reload();
    await page.getByRole('heading', { name: `Anna Sophie, ${age(1992)}`, exact: true }).waitFor();
  },
);

async function save({ page, says }: Person) {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/profile.php'),
  );
  await page.getByRole('button', { name: says('common:save'), exact: true }).click();
  expect((await saved).ok()).toBe(true);
}

/** The age of somebody born on 14 May. */
function ageOf(year: number): number {
  const now = new Date();
  const hadBirthday = now.toISOString().slice(5, 10) >= '05-14';
  return now.getFullYear() - year - (hadBirthday ? 0 : 1);
}
