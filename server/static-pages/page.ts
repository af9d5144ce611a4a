import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { accessibilityBodies, isEuCountry } from '#contract/lists/accessibility-bodies.ts';
import { formatLocale, type Locale } from '#contract/lists/locales.ts';
import { isStandardPage, type PagePlaceholder } from '#contract/lists/standard-pages.ts';
import type { App } from '../platform/app.ts';
import { DEFAULT_BACKUP_DAYS } from '../platform/config.ts';
import { refuse } from '../platform/http/refusal.ts';
import { companyOf, settingsOf, sitesSharedWith, siteOf } from '../site-settings/index.ts';
import { privacyAuthority, taxYearsOf } from './company-authority.ts';
import { governingLaw } from './governing-law.ts';
import { renderOnce } from './markdown.ts';

type StaticPage = CallReply<'staticPage'>;

const DEFAULTS = join(import.meta.dirname, '../../seeds/pages');
/** Date of the standard terms. A company added later dates its terms by its own date. */
const TERMS_SINCE = '2023-12-01T12:00:00.000Z';
/** Date of the standard privacy statement. */
const PRIVACY_SINCE = '2026-11-29T12:00:00.000Z';

export type PageApp = Pick<App, 'config' | 'db' | 'parts'>;

interface Source {
  body: string;
  updated_at: Date | null;
}

interface Asked {
  token: string;
  language: Locale;
  host: string;
}

/**
 * GET /api/page.php: a static page in the requested language, or else in the site's own language, or else in
 * English. The operator's text for this site takes precedence over the text for every site, and that over the
 * default text. Throws `not_found` if no text exists.
 */
export async function staticPage(app: PageApp, { token, language, host }: Asked): Promise<StaticPage> {
  const [site, settings] = await Promise.all([siteOf(app, host), settingsOf(app, host)]);
  for (const spoken of new Set<Locale>([language, settings.domain_language, 'en'])) {
    const source = await sourceOf(app, token, spoken, [site.host, '*']);
    if (!source) continue;
    const page = await shownPage(app, { token, language: spoken, host, body: source.body });
    const updated =
      source.updated_at?.toISOString() ?? (token === 'terms' ? await termsDateOf(app, host) : null);
    return { token, ...page, updated_at: updated };
  }
  throw refuse('not_found');
}

export async function shownPage(
  app: PageApp,
  { token, language, host, body }: Asked & { body: string },
): Promise<CallReply<'adminPagePreview'>> {
  const { title, ...page } = renderOnce(fill(body, await wordsOf(app, language, host)), language);
  return { title: title ?? token, ...page };
}

export async function termsDateOf(app: PageApp, host: string): Promise<string> {
  const { added } = await companyOf(app, host);
  return added > TERMS_SINCE ? added : TERMS_SINCE;
}

async function wordsOf(
  app: PageApp,
  language: Locale,
  host: string,
): Promise<Record<PagePlaceholder, string>> {
  const [settings, company, versionOfTerms, sharedWith] = await Promise.all([
    settingsOf(app, host),
    companyOf(app, host),
    termsDateOf(app, host),
    sitesSharedWith(app, host),
  ]);
  const countryName = new Intl.DisplayNames([language], { type: 'region' });
  const date = new Intl.DateTimeFormat(formatLocale(language), {
    dateStyle: 'long',
    timeZone: settings.time_zone,
  });
  const companyCountry = countryName.of(company.country) ?? company.country;
  const byCountry = (textFor: (code: string) => string | undefined) => {
    const texts = settings.countries.flatMap((code) => {
      const text = textFor(code);
      return text ? [{ code, text }] : [];
    });
    return new Set(texts.map(({ text }) => text)).size === 1
      ? (texts[0]?.text ?? '')
      : texts.map(({ code, text }) => `${countryName.of(code) ?? code}: ${text}`).join('; ');
  };
  return {
    site: settings.name,
    company: company.name,
    kvk: company.kvk ?? '',
    vat_numbers: company.vat_numbers.join(', '),
    address: [company.address, company.city, companyCountry].join(', '),
    tradenames: company.tradenames.join(', ') || company.name,
    shared_sites: new Intl.ListFormat(formatLocale(language)).format(sharedWith),
    support_email: settings.support_email,
    support_phone: settings.support_phone ?? company.support_phone ?? '',
    legal_form: company.legal_form ?? '',
    represented_by: company.represented_by ?? '',
    register: company.register ?? '',
    dispute_bodies: byCountry((code) => company.dispute_bodies[code]),
    privacy_contacts: byCountry((code) => company.privacy_contacts[code]),
    accessibility_bodies: byCountry((code) => (isEuCountry(code) ? accessibilityBodies[code] : undefined)),
    governing_law: governingLaw(language, company.country, `${company.city}, ${companyCountry}`),
    privacy_authority: privacyAuthority(language, company.country, companyCountry),
    tax_years: taxYearsOf(company.country),
    refund_days: String(settings.refund_days),
    min_age: String(settings.min_age),
    message_visible_days: String(settings.message_visible_days),
    backup_days: String(app.config.backup?.keepDays ?? DEFAULT_BACKUP_DAYS),
    unasked_countries: new Intl.ListFormat(formatLocale(language)).format(
      settings.traffic_cookie_countries.map((code) => countryName.of(code) ?? code),
    ),
    terms_date: date.format(new Date(versionOfTerms)),
    privacy_date: date.format(new Date(PRIVACY_SINCE)),
  };
}

/**
 * Fills in `{{company}}` and other placeholders; unknown ones stay unchanged. A group in `[[…]]` is omitted
 * if one of its placeholders is empty, such as the phone number of a site without one. Values are escaped as
 * plain text.
 */
const fill = (body: string, words: Record<string, string>): string => {
  const wordOf = (name: string) => (Object.hasOwn(words, name) ? words[name] : undefined);
  const isComplete = (part: string) =>
    !Array.from(part.matchAll(/\{\{(\w+)\}\}/g)).some(([, name = '']) => wordOf(name) === '');
  return body
    .split('\n')
    .flatMap((line) => {
      const kept = keepGroups(line, isComplete);
      // A list keeps its look only without an empty line for the item that was omitted.
      return kept.trim() === '' && line.trim() !== '' ? [] : [kept];
    })
    .join('\n')
    .replace(
      /\{\{(\w+)\}\}/g,
      (whole, name: string) => wordOf(name)?.replace(/[\\`*_[\]<>#|~]/g, '\\$&') ?? whole,
    );
};

/**
 * Removes the brackets of each `[[…]]` group in a line, and every group for which `isKept` returns false. It
 * is a loop because a regular expression takes quadratic time if brackets are never closed.
 */
function keepGroups(line: string, isKept: (part: string) => boolean): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const open = line.indexOf('[[', from);
    const close = open < 0 ? -1 : line.indexOf(']]', open + 2);
    if (close < 0) return kept + line.slice(from);
    const part = line.slice(open + 2, close);
    kept += line.slice(from, open) + (isKept(part) ? part : '');
    from = close + 2;
  }
}

/**
 * A page's source in a language: the operator's text of the first of these hosts that has one, or else the
 * default text.
 */
export const sourceOf = async (
  app: Pick<App, 'db'>,
  token: string,
  language: Locale,
  hosts: string[],
): Promise<Source | null> =>
  (await ownSource(app, token, language, hosts)) ?? (await standard(token, language));

export async function ownSource(
  app: Pick<App, 'db'>,
  token: string,
  language: Locale,
  hosts: string[],
): Promise<Source | null> {
  const { rows } = await sql<Source>`
    select body, updated_at from static_pages where token = ${token} and language = ${language} and host = any (${hosts})
    order by array_position(${hosts}::text[], host) limit 1`.execute(app.db);
  return rows[0] ?? null;
}

const read = new Map<string, Promise<Source | null>>();

function standard(token: string, language: Locale): Promise<Source | null> {
  if (!isStandardPage(token)) return Promise.resolve(null);
  const key = `${language}/${token}`;
  const known = read.get(key);
  if (known) return known;
  const made = readFile(join(DEFAULTS, language, `${token}.md`), 'utf8').then((body) => ({
    body,
    updated_at: null,
  }));
  read.set(key, made);
  return made;
}
