import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accentColours } from '#contract/lists/accent-colours.ts';
import { localePath, locales, type Locale } from '#contract/lists/locales.ts';
import { notificationTypes } from '#contract/lists/notifications.ts';
import { examples } from './examples.ts';
import { typeOf } from './index.ts';
import { exampleCount, previewMail, templateNames } from './preview.ts';
import { renderMail } from './render.ts';

const from = { id: 7, name: 'Bram <b>', age: 34, city: 'Utrecht', kind: 'fictional' as const };
const options = (locale: Locale) => ({
  locale,
  site: {
    name: 'Liaison',
    supportEmail: 'help@liaison.example',
    company: 'Liaison B.V., Keizersgracht 1, Amsterdam',
  },
  publicUrl: 'https://liaison.example',
  unsubscribeUrl: 'https://liaison.example/u',
});
const names = templateNames;
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

test.each(locales)(
  'renders every mail in %s with subject, HTML and plain text, without missing texts',
  async (locale) => {
    for (const name of names) {
      for (const props of examples[name]) {
        const mail = await renderMail(name, props as never, options(locale));
        expect(mail.subject.length, name).toBeGreaterThan(5);
        for (const part of [mail.subject, mail.html.replace(/<style[\s\S]*?<\/style>/g, ''), mail.text])
          expect(part, name).not.toMatch(/\{\w+\}|undefined|\bNaN\b|[a-z]+_[a-z]+\.[a-z]/);
        expect(mail.text, name).toContain('Liaison');
      }
    }
  },
);

test('fixes a preview to light or dark, and has one for every variant of every mail', async () => {
  const at = async (scheme: 'day' | 'evening', example = 0) =>
    previewMail('match', example, { ...options('de'), scheme });
  expect((await at('evening'))!.html).toContain('@media all');
  expect((await at('day'))!.html).toContain('@media not all');
  expect((await at('day'))!.html).not.toContain('prefers-color-scheme: dark');
  expect(await at('day', exampleCount('match'))).toBeNull();
  for (const name of names) expect(exampleCount(name), name).toBeGreaterThan(0);
});

test('has exactly one link with "activation" in the activation mail, to a page in the reader’s language', async () => {
  for (const locale of ['nl', 'en', 'de'] as const) {
    const mail = await renderMail(
      'activation',
      { token: 'tok' },
      { ...options(locale), unsubscribeUrl: null },
    );
    const expected = `https://liaison.example${localePath(locale, '/activate/done?token=tok')}`;
    expect(hrefs(mail.html).filter((href) => href.includes('activate'))).toEqual([expected]);
    expect(mail.text.split('activate').length).toBe(2);
    expect(mail.text).toContain(expected);
  }
});

test('escapes names in HTML and keeps them from breaking the subject', async () => {
  const evil = { ...from, name: 'Bram\r\nBcc: all@example.org <script>' };
  const mail = await renderMail('new-like', { name: 'Anna', from: evil }, options('en'));
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toContain('<script>');
});

test('labels a fictional profile in the mail about it', async () => {
  const mail = await renderMail(
    'new-message',
    { name: 'Anna', from, conversation: 3, count: 1 },
    options('nl'),
  );
  expect(mail.html).toContain('Fictief profiel');
  expect(mail.text).toContain('Fictief profiel');
});

test('labels fictional and cam profiles in subjects, and members not', async () => {
  const props = { name: 'Anna', from: { ...from, name: 'Mila' }, conversation: 3, count: 1 };
  for (const name of ['new-conversation', 'new-message', 'new-like', 'match'] as const) {
    const subject = async (kind: 'fictional' | 'cam' | 'member') =>
      (await renderMail(name, { ...props, from: { ...props.from, kind } }, options('nl'))).subject;
    expect(await subject('fictional')).toContain('Mila (fictief profiel)');
    expect(await subject('cam')).toContain('Mila (cam)');
    expect(await subject('member')).toMatch(/Mila(?! \()/);
  }
});

test('adds an unsubscribe link to mails that can be switched off', async () => {
  for (const name of names.filter((one) => typeOf(one) !== null)) {
    const mail = await renderMail(name, examples[name][0] as never, options('en'));
    expect(hrefs(mail.html)).toContain('https://liaison.example/u');
  }
});

test('has a mail for each notification type', () => {
  expect(new Set(names.map(typeOf).filter((type) => type !== null))).toEqual(
    new Set([...notificationTypes, 'digest']),
  );
});

test('labels fictional profiles with the term of the site', async () => {
  const own = { ...options('en'), site: { ...options('en').site, fictionalWord: 'house profile' } };
  const mail = await renderMail('new-like', { name: 'Anna', from: { ...from, name: 'Mila' } }, own);
  expect(mail.subject).toContain('Mila (house profile)');
  expect(mail.text).toContain('house profile: no meeting is possible');
});

test('shows logo and accent of the site, and its name where images are blocked', async () => {
  const plain = await renderMail('new-like', { name: 'Anna', from }, options('en'));
  expect(plain.html).not.toContain('<img');
  const own = {
    ...options('en'),
    site: { ...options('en').site, logo: '/site-pictures/a.webp', accent: 'teal' as const },
  };
  const { html } = await renderMail('new-like', { name: 'Anna', from }, own);
  expect(html).toMatch(/<img[^>]* src="https:\/\/liaison\.example\/site-pictures\/a\.webp"[^>]*>/);
  expect(html).toContain(`alt="${own.site.name}"`);
  for (const scheme of [0, 1] as const)
    expect(html).toContain(`color: ${accentColours.teal['red-text'][scheme]} !important`);
});

test('has all mail texts in each language that has any', () => {
  const keys = (value: object, at = ''): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null
        ? keys(inner as object, `${at}${key}.`)
        : [`${at}${key}`.replace(/_(one|few|many|other)$/, '')],
    );
  const read = (locale: string) =>
    [
      ...new Set(
        keys(
          JSON.parse(
            readFileSync(new URL(`../locales/${locale}/mail.json`, import.meta.url), 'utf8'),
          ) as object,
        ),
      ),
    ].sort();
  const english = read('en');
  for (const locale of locales) {
    try {
      expect(read(locale), locale).toEqual(english);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
});

test.each(['en', 'nl'])('has a name in the office for each mail and no others, in %s', (locale) => {
  const { mails } = JSON.parse(
    readFileSync(new URL(`../locales/${locale}/office/texts.json`, import.meta.url), 'utf8'),
  );
  expect(Object.keys(mails.names).sort()).toEqual(names.map((name) => name.replaceAll('-', '_')).sort());
});
