import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notificationTypes } from '#contract/enums.ts';
import { verificationReasons } from '#contract/verification.ts';
import { localePath, locales, type Locale } from '#contract/locales.ts';
import { templates, typeOf, type TemplateName, type TemplateProps } from './index.ts';
import { renderMail } from './render.ts';

const from = { id: 7, name: 'Bram <b>', age: 34, city: 'Utrecht', kind: 'fictional' as const };
const digest = { name: 'Anna', people: [from, { ...from, id: 8, name: 'Cees', kind: 'member' as const }], total: 7 };
const examples: { [T in TemplateName]: TemplateProps<T>[] } = {
  activation: [{ name: 'Anna', token: 'tok' }],
  'signup-existing': [{ name: 'Anna' }],
  'reset-password': [
    { name: 'Anna', token: 'tok', hours: 1 },
    { name: 'Anna', token: 'tok', hours: 2 },
  ],
  'mail-change': [{ name: 'Anna', token: 'tok' }],
  'mail-changed': [{ name: 'Anna', token: 'tok', until: '2026-12-06T10:00:00Z' }],
  'mail-change-asked': [{ name: 'Anna' }],
  'new-device': [
    { name: 'Anna', browser: 'Firefox', system: 'Windows', country: 'NL' },
    { name: 'Anna', browser: null, system: null, country: null },
  ],
  'unused-account': [{ name: 'Anna', until: '2026-12-06T10:00:00Z' }],
  'password-changed': [{ name: 'Anna' }],
  'account-deleted': [{ name: 'Anna', token: 'tok', until: '2026-12-06T10:00:00Z' }],
  'new-conversation': [{ name: 'Anna', from, conversation: 3, count: 2 }],
  'conversations-digest': [digest],
  'messages-digest': [{ ...digest, people: digest.people.map((one) => ({ ...one, count: 2 })) }],
  'likes-digest': [digest],
  'unread-reminder': [digest],
  'weekly-update': [digest],
  'profile-reminder': [{ name: 'Anna', lacks: ['photo', 'about'] }],
  news: [{ type: 'news', subject: 'A new look', text: 'We have a new look.\n\nSee it for yourself.', action: { label: 'See it', path: '/members' } }],
  promotion: [{ type: 'promotions', subject: 'Ten percent off', text: 'Until Sunday.', action: null }],
  'new-message': [
    { name: 'Anna', from, conversation: 3, count: 1 },
    { name: 'Anna', from, conversation: 3, count: 5 },
  ],
  'new-like': [{ name: 'Anna', from }],
  match: [{ name: 'Anna', from: { ...from, kind: 'cam', city: null } }],
  receipt: [
    {
      name: 'Anna',
      payment_id: '0199aaaa-0000-7000-8000-000000000000',
      number: '2026-000042',
      credits: 50,
      amount: { amount: '24.95', currency: 'EUR' },
      transaction_costs: { amount: '0.45', currency: 'EUR' },
      vat_percentage: 21,
      method: 'iDEAL',
      paid_at: '2026-11-22T10:00:00Z',
      refund_days: 14,
    },
  ],
  refund: [{ name: 'Anna', payment_id: '0199aaaa-0000-7000-8000-000000000000', amount: { amount: '9.95', currency: 'EUR' }, credits: 20 }],
  unanswered: [
    { name: 'Anna', from, conversation: 3, credits: 1, hours: 24 },
    { name: 'Anna', from, conversation: 3, credits: 7, hours: 24 },
  ],
  withdrawal: (['refunded', 'nothing_unused', 'late', 'unmatched'] as const).map((outcome) => ({
    name: outcome === 'unmatched' ? null : 'Anna',
    email: 'anna@example.test',
    order: '0199aaaa-0000-7000-8000-000000000000',
    received_at: '2026-11-22T10:00:00Z',
    time_zone: 'Europe/Amsterdam',
    outcome,
    credits: 20,
    amount: outcome === 'refunded' ? { amount: '9.95', currency: 'EUR' } : null,
    refund_days: 14,
  })),
  'photo-decision': [
    { name: 'Anna', reason: null },
    { name: 'Anna', reason: null, hidden: true },
    { name: 'Anna', reason: 'explicit', token: 'abc' },
    ...(['not_a_person', 'more_people', 'contact_details', 'explicit', 'minor', 'quality', 'not_own', 'other'] as const).map((reason) => ({
      name: 'Anna',
      reason,
    })),
  ],
  measure: [
    ...(['warning', 'content_removed', 'ban', 'correction'] as const).map((kind) => ({
      name: 'Anna',
      kind,
      ground: 'harassment' as const,
      facts: 'You wrote <that> she would be sorry.',
      until: null,
      byComplaint: true,
      token: 'abc',
    })),
    ...[null, { amount: '9.95', currency: 'EUR' as const }].map((refunded) => ({
      name: 'Anna',
      kind: 'ban' as const,
      ground: 'spam' as const,
      facts: 'Links to other sites in every message.',
      until: null,
      byComplaint: false,
      refunded,
      token: 'abc',
    })),
    { name: 'Anna', kind: 'suspension', ground: 'spam', facts: 'Forty times the same.', until: '2026-11-25T12:00:00.000Z', byComplaint: false, token: 'abc' },
  ],
  'measure-ended': [{ name: 'Anna', note: 'We were wrong.' }],
  'appeal-decision': [
    { name: 'Anna', reversed: true, note: 'You were right.' },
    { name: null, reversed: false, note: 'It stays as it is.' },
  ],
  'operator-invitation': [{ name: 'Olga', path: '/admin/login?token=abc' }],
  'verification-decision': [
    { name: 'Anna', reason: null },
    ...verificationReasons.map((reason) => ({ name: 'Anna', reason })),
  ],
  'complaint-decision': (['content_removed', 'account_closed', 'warned', 'suspended', 'no_violation', 'answered'] as const).map((outcome) => ({
    id: 12,
    outcome,
    note: outcome === 'answered' ? 'We paid it <back>.' : null,
    member: outcome !== 'answered',
    token: 'abc',
  })),
  'complaint-receipt': [{ id: 12, text: 'He asked for <money>.' }],
};

const options = (locale: Locale) => ({
  locale,
  site: { name: 'Liaison', supportEmail: 'help@liaison.example', company: 'Liaison B.V., Keizersgracht 1, Amsterdam' },
  publicUrl: 'https://liaison.example',
  unsubscribeUrl: 'https://liaison.example/u',
});
const names = Object.keys(templates) as TemplateName[];
const hrefs = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

test.each(locales)('every mail renders in %s with subject, HTML and plain text, and no sentence is missing', async (locale) => {
  for (const name of names) {
    for (const props of examples[name]) {
      const mail = await renderMail(name, props as never, options(locale));
      expect(mail.subject.length, name).toBeGreaterThan(5);
      for (const part of [mail.subject, mail.html.replace(/<style[\s\S]*?<\/style>/g, ''), mail.text])
        expect(part, name).not.toMatch(/\{\w+\}|undefined|\bNaN\b|[a-z]+_[a-z]+\.[a-z]/);
      expect(mail.text, name).toContain('Liaison');
    }
  }
});

test('the activation mail has one link that names activation, and it is the page in the reader’s language', async () => {
  for (const locale of ['nl', 'en', 'de'] as const) {
    const mail = await renderMail('activation', { name: 'Anna', token: 'tok' }, { ...options(locale), unsubscribeUrl: null });
    const expected = `https://liaison.example${localePath(locale, '/activate/done?token=tok')}`;
    expect(hrefs(mail.html).filter((href) => href.includes('activate'))).toEqual([expected]);
    expect(mail.text.split('activate').length).toBe(2);
    expect(mail.text).toContain(expected);
  }
});

test('a name cannot forge HTML or break the subject', async () => {
  const evil = { ...from, name: 'Bram\r\nBcc: all@example.org <script>' };
  const mail = await renderMail('new-like', { name: 'Anna', from: evil }, options('en'));
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toContain('<script>');
});

test('a mail about a fictional profile says so', async () => {
  const mail = await renderMail('new-message', { name: 'Anna', from, conversation: 3, count: 1 }, options('nl'));
  expect(mail.html).toContain('Fictief profiel');
  expect(mail.text).toContain('Fictief profiel');
});

test('a subject that names a fictional or cam profile carries its label, one that names a member carries none', async () => {
  const props = { name: 'Anna', from: { ...from, name: 'Mila' }, conversation: 3, count: 1 };
  for (const name of ['new-conversation', 'new-message', 'new-like', 'match'] as const) {
    const subject = async (kind: 'fictional' | 'cam' | 'member') =>
      (await renderMail(name, { ...props, from: { ...props.from, kind } }, options('nl'))).subject;
    expect(await subject('fictional')).toContain('Mila (fictief profiel)');
    expect(await subject('cam')).toContain('Mila (cam)');
    expect(await subject('member')).toMatch(/Mila(?! \()/);
  }
});

test('mails that can be switched off carry the way to do it', async () => {
  for (const name of names.filter((one) => typeOf(one) !== null)) {
    const mail = await renderMail(name, examples[name][0] as never, options('en'));
    expect(hrefs(mail.html)).toContain('https://liaison.example/u');
  }
});

test('every type that a member can switch off has a mail of its own', () => {
  expect(new Set(names.map(typeOf).filter((type) => type !== null))).toEqual(new Set(notificationTypes));
});

test('a site with a word of its own for fictional profiles labels them with it', async () => {
  const own = { ...options('en'), site: { ...options('en').site, fictionalWord: 'house profile' } };
  const mail = await renderMail('new-like', { name: 'Anna', from: { ...from, name: 'Mila' } }, own);
  expect(mail.subject).toContain('Mila (house profile)');
  expect(mail.text).toContain('house profile: no meeting is possible');
});

test('each language that has mail texts has all of them', () => {
  const keys = (value: object, at = ''): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null ? keys(inner as object, `${at}${key}.`) : [`${at}${key}`.replace(/_(one|few|many|other)$/, '')],
    );
  const read = (locale: string) =>
    [...new Set(keys(JSON.parse(readFileSync(new URL(`../locales/${locale}/mail.json`, import.meta.url), 'utf8')) as object))].sort();
  const english = read('en');
  for (const locale of locales) {
    try {
      expect(read(locale), locale).toEqual(english);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
});
