import { expect } from 'vitest';
import type { RunningSite } from '../running-site.ts';
import { appReady } from './browser.ts';
import { mailsTo, type Person } from './person.ts';

interface Signup {
  gender: 'male' | 'female';
  from: 'index' | 'page';
  born: number;
  country?: string;
  siteName?: string;
}

/** Signs a person up step by step, and on the way corrects a mistyped address and an age that is too low. */
export async function signUp(
  person: Person,
  { gender, from, born, country = 'NL', siteName = 'Liaison' }: Signup,
): Promise<void> {
  const { page, says } = person;
  const sought = gender === 'male' ? 'female' : 'male';
  if (from === 'index') {
    await page.getByLabel(says('home:form.i_am')).first().selectOption(gender);
    await page.getByLabel(says('home:form.i_seek')).first().selectOption(sought);
    await person.button('home:form.start').first().click();
  }
  const next = () =>
    page
      .locator('form')
      .getByRole('button', { name: new RegExp(`^(${says('signup:next')}|${says('signup:skip')})`) })
      .click();
  const goOnTo = async (step: string) => {
    await next();
    await person.heading(`signup:${step}.heading`).waitFor();
  };
  await person.heading('signup:message.heading').waitFor();
  if (from === 'page') {
    const choose = (group: string, value: string) =>
      page
        .getByRole('group', { name: says(group) })
        .getByRole('radio', { name: says(`signup:gender.${value}`), exact: true })
        .check();
    await choose('signup:i_am', gender);
    await choose('signup:i_seek', sought);
  }
  await goOnTo('photo');
  await goOnTo('location');
  await page.locator('select[name="country"]').selectOption(country);
  await page.locator('select[name="region"] option').nth(1).waitFor({ state: 'attached' });
  await page
    .locator('select[name="region"]')
    .selectOption(country === 'NL' ? { value: 'Utrecht' } : { index: 1 });
  await goOnTo('personal');
  await page.getByLabel(says('signup:personal.name')).fill(person.name);
  await page.getByLabel(says('common:date.day')).fill('14');
  await page.getByLabel(says('common:date.month')).selectOption('5');
  await page.getByLabel(says('common:date.year')).fill(String(new Date().getFullYear() - 10));
  await page
    .getByLabel(says('signup:personal.email'))
    .fill(person.email.replace('@example.test', '@gmial.com'));
  await page.getByLabel(says('signup:personal.password'), { exact: true }).fill(person.password);
  await page.getByText(says('signup:personal.did_you_mean')).waitFor();
  await next();
  // At ten years old, the form stays open, shows the reason and keeps the input.
  await page.getByText(says('errors:field.too_young', { min_age: 18 })).waitFor();
  await page.getByLabel(says('common:date.year')).fill(String(born));
  await page.getByLabel(says('signup:personal.email')).fill(person.email);
  await goOnTo('about');
  const about = page.getByRole('textbox', { name: says('signup:about.label') });
  await about.fill('Zuurdesem, lange wandelingen.');
  await page
    .getByRole('checkbox', { name: says('signup:about.intimate_consent', { site: siteName }) })
    .check();
  const create = person.button('signup:create');
  // The site refuses a field once. Its error disappears with the next keystroke, and nothing typed is lost.
  await page.route(
    '**/api/signup.php',
    (route) =>
      route.fulfill({ status: 422, json: { error: 'invalid_fields', fields: { about: 'too_long' } } }),
    { times: 1 },
  );
  await create.click();
  const failure = page.locator('form').getByRole('alert');
  await failure.waitFor();
  await about.fill('Zuurdesem, lange wandelingen en slechte woordgrappen.');
  await failure.waitFor({ state: 'detached' });
  await create.click();
  const push = page.getByRole('button', { name: says('signup:push.no'), exact: true });
  const done = person.heading('signup:confirm.heading', { name: person.name });
  await push.or(done).first().waitFor();
  if (await push.isVisible()) await push.click();
  await done.waitFor();
}

export async function confirmAddress(site: RunningSite, person: Person): Promise<void> {
  const [mail] = await mailsTo(site, person.email);
  const links = mail!.links.filter((link) => link.includes('activate'));
  expect(links).toHaveLength(1);
  await person.page.goto(links[0]!);
  await appReady(person.page);
  await person.heading('activate:done.heading', { name: person.name }).waitFor();
}
