import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/locales.ts';
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
  title: string | null;
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
export async function staticPage(app: Pick<App, 'db' | 'events'>, { token, language, host }: Asked): Promise<StaticPage> {
  const [site, settings, company] = await Promise.all([siteOf(app, host), settingsOf(app, host), companyOf(app, host)]);
  const languages = [...new Set<Locale>([language, settings.domain_language, 'en'])];
  for (const spoken of languages) {
    const source = (await written(app, token, spoken, site.host)) ?? (await standard(token, spoken));
    if (!source) continue;
    const versionOfTerms = company.added > TERMS_SINCE ? company.added : TERMS_SINCE;
    const words: Record<string, string> = {
      site: settings.name,
      company: company.name,
      kvk: company.kvk ?? '',
      vat_numbers: company.vat_numbers.join(', '),
      address: [company.address, company.city, new Intl.DisplayNames([spoken], { type: 'region' }).of(company.country) ?? company.country].join(', '),
      tradenames: company.tradenames.join(', ') || company.name,
      support_email: settings.support_email,
      support_phone: settings.support_phone ?? company.support_phone ?? '',
      refund_days: String(settings.refund_days),
      min_age: String(settings.min_age),
      terms_date: new Intl.DateTimeFormat(spoken === 'en' ? 'en-GB' : spoken, { dateStyle: 'long', timeZone: settings.time_zone }).format(
        new Date(versionOfTerms),
      ),
    };
    const page = renderPage(fill(source.body, words), spoken);
    const updated = source.updated_at?.toISOString() ?? (token === 'terms' ? versionOfTerms : null);
    return { token, title: source.title ?? page.title ?? token, intro: page.intro, html: page.html, sections: page.sections, updated_at: updated };
  }
  throw refuse('not_found');
}

/**
 * Fills in `{{company}}` and the like; a name that is none stays as it stands. What stands in `[[…]]` is left out where one of its
 * words is empty: a site without a telephone says nothing of one. Values are words, never marks.
 */
const fill = (body: string, words: Record<string, string>) =>
  body
    .replace(/\[\[(.*?)\]\]/g, (_whole, part: string) => ([...part.matchAll(/\{\{(\w+)\}\}/g)].some(([, name]) => words[name!] === '') ? '' : part))
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => words[name]?.replace(/[\\`*_[\]<>#|~]/g, '\\$&') ?? whole);

async function written(app: Pick<App, 'db'>, token: string, language: Locale, host: string): Promise<Source | null> {
  const { rows } = await sql<Source>`
    select title, body, updated_at from static_pages where token = ${token} and language = ${language} and host in (${host}, '*') order by host <> '*' desc limit 1`.execute(
    app.db,
  );
  return rows[0] ?? null;
}

const read = new Map<string, Promise<Source | null>>();

/** The text that comes with the code, read once. */
function standard(token: string, language: Locale): Promise<Source | null> {
  if (!(standardPages as readonly string[]).includes(token)) return Promise.resolve(null);
  const key = `${language}/${token}`;
  const known = read.get(key);
  if (known) return known;
  const made = readFile(join(DEFAULTS, language, `${token}.md`), 'utf8').then((body) => ({ title: null, body, updated_at: null }));
  read.set(key, made);
  return made;
}
