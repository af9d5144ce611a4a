import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { isStandardPage, standardPages } from '#contract/lists/standard-pages.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../platform/database/index.ts';
import { isTextSite, newestVersions } from '../texts/index.ts';
import { listPages } from './list-pages.ts';
import { type PageApp, ownSource, sourceOf, termsDateOf } from './page.ts';
import type { PagePlace } from './write-page.ts';

export async function pages(db: Db, sites: Sites): Promise<CallReply<'adminPages'>> {
  const texts = (await listPages(db)).filter(({ host }) => isTextSite(sites, host));
  const byToken = Map.groupBy(texts, ({ token }) => token);
  const added = [...byToken.keys()].filter((token) => !isStandardPage(token)).sort();
  return {
    pages: [...standardPages, ...added].map((token) => ({
      token,
      standard: isStandardPage(token),
      texts: (byToken.get(token) ?? []).map(({ host, language, title, updated_at }) => ({
        host,
        language: language as Locale,
        title,
        updated_at: updated_at.toISOString(),
      })),
    })),
  };
}

export async function pageToEdit(
  app: PageApp,
  { token, host, language }: PagePlace,
): Promise<CallReply<'adminPage'>> {
  const [own, inherited, newest, terms_date] = await Promise.all([
    ownSource(app, token, language, [host]),
    sourceOf(app, token, language, host === '*' ? [] : ['*']),
    newestVersions(app.db, { kind: 'page', names: [token], host, language }),
    termsDateOf(app, host),
  ]);
  return {
    token,
    own: own?.body ?? null,
    inherited: inherited?.body ?? null,
    seen: newest.get(token) ?? null,
    terms_date,
  };
}
