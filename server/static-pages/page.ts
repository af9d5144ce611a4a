import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { companyOf, settingsOf, siteOf } from '../site-settings/index.ts';
import { renderPage } from './markdown.ts';

type StaticPage = CallReply<'staticPage'>;

/** Pages that every site has: their texts come with the code, an operator's own go before them. */
export const standardPages = ['terms', 'privacy', 'cookies', 'ban', 'return-policy', 'service', 'faq'] as const;

const DEFAULTS = join(import.meta.dirname, '../../seeds/pages');
/** The terms are as old as this, or as the company (docs/product.md 3). */
const TERMS_SINCE = '2023-12-01T12:00:00.000Z';

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
 * GET /api/page.php: a static page of the site in a language: what the operator wrote for this site, else for every site, else
 * what comes with the code; in the site's own language where there is none in this one. Refuses `not_found`.
 */
export async function staticPage(app: Pick<App, 'db' | 'parts'>, { token, language, host }: Asked): Promise<StaticPage> {
  const [site, settings] = await Promise.all([siteOf(app, host), settingsOf(app, host)]);
  for (const spoken of new Set<Locale>([language, settings.domain_language, 'en'])) {
    const source = await sourceOf(app, token, spoken, [site.host, '*']);
    if (!source) continue;
    const page = await shownPage(app, { token, language: spoken, host, body: source.body });
    const updated = source.updated_at?.toISOString() ?? (token === 'terms' ? await termsDateOf(app, host) : null);
    return { token, ...page, updated_at: updated };
  }
  throw refuse('not_found');
}

/** A page's text as visitors of a site read it, with what it names of the site and its company filled in. */
export async function shownPage(
  app: Pick<App, 'db' | 'parts'>,
  { token, language, host, body }: Asked & { body: string },
): Promise<CallReply<'adminPagePreview'>> {
  const { title, ...page } = renderPage(fill(body, await wordsOf(app, language, host)), language);
  return { title: title ?? token, ...page };
}

/** The version of the terms: the later of two days (docs/product.md 3). */
export async function termsDateOf(app: Pick<App, 'db' | 'parts'>, host: string): Promise<string> {
  const { added } = await companyOf(app, host);
  return added > TERMS_SINCE ? added : TERMS_SINCE;
}

async function wordsOf(app: Pick<App, 'db' | 'parts'>, language: Locale, host: string): Promise<Record<string, string>> {
  const [settings, company, versionOfTerms] = await Promise.all([settingsOf(app, host), companyOf(app, host), termsDateOf(app, host)]);
  return {
    site: settings.name,
    company: company.name,
    kvk: company.kvk ?? '',
    vat_numbers: company.vat_numbers.join(', '),
    address: [company.address, company.city, new Intl.DisplayNames([language], { type: 'region' }).of(company.country) ?? company.country].join(', '),
    tradenames: company.tradenames.join(', ') || company.name,
    support_email: settings.support_email,
    support_phone: settings.support_phone ?? company.support_phone ?? '',
    refund_days: String(settings.refund_days),
    min_age: String(settings.min_age),
    message_visible_days: String(settings.message_visible_days),
    terms_date: new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: settings.time_zone }).format(
      new Date(versionOfTerms),
    ),
  };
}

/**
 * Fills in `{{company}}` and the like; an unknown name is left as it is. What is inside `[[…]]` is left out where one of its
 * words is empty: a site without a telephone says nothing of one. Values are words, never marks.
 */
const fill = (body: string, words: Record<string, string>) =>
  body
    .replace(/\[\[(.*?)\]\]/g, (_whole, part: string) => ([...part.matchAll(/\{\{(\w+)\}\}/g)].some(([, name]) => words[name!] === '') ? '' : part))
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => words[name]?.replace(/[\\`*_[\]<>#|~]/g, '\\$&') ?? whole);

/** A page's text in a language: the operator's of the first of these hosts that has one, else the one that comes with the code. */
export const sourceOf = async (app: Pick<App, 'db'>, token: string, language: Locale, hosts: string[]): Promise<Source | null> =>
  (await ownSource(app, token, language, hosts)) ?? (await standard(token, language));

/** What an operator wrote, of the first of these hosts that has it. */
export async function ownSource(app: Pick<App, 'db'>, token: string, language: Locale, hosts: string[]): Promise<Source | null> {
  const { rows } = await sql<Source>`
    select body, updated_at from static_pages where token = ${token} and language = ${language} and host = any (${hosts})
    order by array_position(${hosts}::text[], host) limit 1`.execute(app.db);
  return rows[0] ?? null;
}

const read = new Map<string, Promise<Source | null>>();

/** The text that comes with the code, read once. */
function standard(token: string, language: Locale): Promise<Source | null> {
  if (!(standardPages as readonly string[]).includes(token)) return Promise.resolve(null);
  const key = `${language}/${token}`;
  const known = read.get(key);
  if (known) return known;
  const made = readFile(join(DEFAULTS, language, `${token}.md`), 'utf8').then((body) => ({ body, updated_at: null }));
  read.set(key, made);
  return made;
}
