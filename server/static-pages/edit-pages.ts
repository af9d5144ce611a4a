import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { newestVersions } from '../texts/index.ts';
import { ownSource, sourceOf, standardPages, termsDateOf } from './page.ts';
import { listPages, type PagePlace } from './write-page.ts';

/** GET /api/admin/pages.php: the pages that every site has, and those that operators added. */
export async function pages(db: Db): Promise<CallReply<'adminPages'>> {
  const byToken = Map.groupBy(await listPages(db), ({ token }) => token);
  const added = [...byToken.keys()].filter((token) => !isStandard(token)).sort();
  return {
    pages: [...standardPages, ...added].map((token) => ({
      token,
      standard: isStandard(token),
      texts: (byToken.get(token) ?? []).map(({ host, language, title, updated_at }) => ({
        host,
        language: language as Locale,
        title,
        updated_at: updated_at.toISOString(),
      })),
    })),
  };
}

const isStandard = (token: string) => (standardPages as readonly string[]).includes(token);

/** GET /api/admin/page.php: an operator's text of a page, and the standard one it replaces. */
export async function pageToEdit(app: Pick<App, 'db' | 'parts'>, { token, host, language }: PagePlace): Promise<CallReply<'adminPage'>> {
  const [own, inherited, newest, terms_date] = await Promise.all([
    ownSource(app, token, language, [host]),
    sourceOf(app, token, language, host === '*' ? [] : ['*']),
    newestVersions(app.db, { kind: 'page', names: [token], host, language }),
    termsDateOf(app, host),
  ]);
  return { token, own: own?.body ?? null, inherited: inherited?.body ?? null, seen: newest.get(token) ?? null, terms_date };
}
