import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Invitation } from '#contract/membership/invitations.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { siteChoices, siteInSites } from '../../site-scope/index.ts';
import { settingsOf } from '../../site-settings/index.ts';

const PAGE = 50;
const LIST = 'invitations';

interface Row extends Omit<Invitation, 'by' | 'created_at' | 'expires_at'> {
  issuer: number;
  issuer_name: string | null;
  created_at: Date;
  expires_at: Date;
  /** Microseconds since 1970, because many can be issued within a millisecond. */
  position: number;
}

export async function invitationsOf(
  app: App,
  sites: Sites,
  cursor?: string,
): Promise<CallReply<'adminInvitations'>> {
  const [before = Number.MAX_SAFE_INTEGER] = readCursor(LIST, cursor, 1) ?? [];
  const { rows } = await sql<Row>`
    select encode(t.token_hash, 'hex') as id, t.payload ->> 'email' as email, t.payload ->> 'site' as site,
      t.member_id as issuer, p.name as issuer_name, t.created_at, t.expires_at,
      (extract(epoch from t.created_at) * 1000000)::bigint as position,
      case when t.used_at is not null then 'used' when t.payload ? 'withdrawn' then 'withdrawn'
        when t.expires_at <= app_now() then 'expired' else 'waiting' end as state
    from link_tokens t left join profiles p on p.id = t.member_id
    where t.purpose = 'invite' and ${siteInSites(sites, sql`t.payload ->> 'site'`)}
      and t.created_at < to_timestamp(0) + ${before} * interval '1 microsecond'
    order by t.created_at desc limit ${PAGE + 1}`.execute(app.db);
  const choices = await siteChoices(app.db, sites);
  return {
    invitations: rows
      .slice(0, PAGE)
      .map(({ issuer, issuer_name, created_at, expires_at, position: _position, ...row }) => ({
        ...row,
        by: { id: issuer, name: issuer_name },
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.position])),
    sites: await Promise.all(
      choices.map(async (site) => ({ ...site, signups: (await settingsOf(app, site.host)).signups })),
    ),
  };
}
