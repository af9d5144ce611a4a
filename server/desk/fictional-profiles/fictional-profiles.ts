import { sql } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { ownProfileOf } from '../../profiles/index.ts';
import { ofMemberInSites, siteInSites } from '../../site-scope/index.ts';

const PAGE = 24;

interface FictionalProfileRow {
  id: number;
  label: string | null;
  languages: Locale[] | null;
  opens: string | null;
  closes: string | null;
  waiting: number;
}

export async function fictionalProfiles(
  app: Pick<App, 'db' | 'parts'>,
  sites: Sites,
  query: CallQuery<'fictionalProfiles'>,
): Promise<CallReply<'fictionalProfiles'>> {
  const before = /^\d{1,15}$/.test(query.cursor ?? '') ? Number(query.cursor) : Number.MAX_SAFE_INTEGER;
  // They are shown on every site of their pool.
  const ofPool =
    sites === null
      ? sql`true`
      : sql`p.pool_id in (select s.pool_id from sites s where ${siteInSites(sites, sql`s.host`)})`;
  const { rows } = await sql<FictionalProfileRow>`
    select p.id, f.label, f.languages, to_char(f.opens, 'HH24:MI') as opens, to_char(f.closes, 'HH24:MI') as closes,
      (select count(*)::int from unanswered w where w.profile_id = p.id and ${ofMemberInSites(sites, sql`w.member_id`)}) as waiting
    from profiles p left join fictional_profiles f on f.profile_id = p.id
    where p.kind = ${query.kind ?? 'fictional'} and p.id < ${before} and ${ofPool}
    order by p.id desc limit ${PAGE + 1}`.execute(app.db);
  const page = rows.slice(0, PAGE);
  return {
    profiles: await Promise.all(
      page.map(async (kept) => ({
        profile: await ownProfileOf(app, kept.id),
        label: kept.label ?? '',
        languages: kept.languages ?? [],
        opens: kept.opens,
        closes: kept.closes,
        waiting: kept.waiting,
      })),
    ),
    next: nextPage(rows, PAGE, (last) => String(last.id)),
  };
}
