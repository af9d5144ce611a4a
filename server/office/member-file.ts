import { sql } from 'kysely';
import { readsColleagues } from '#contract/lists/roles.ts';
import type { OfficeFile } from '#contract/office/members.ts';
import { ageChecksOf } from '../age-checks/index.ts';
import { describeBrowser, holdsOf, relatedAccounts } from '../identity/index.ts';
import { measuresOf } from '../moderation/index.ts';
import { demandOnFile } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { profileCardMap } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { operatorView } from '../visibility/index.ts';
import { creditChangesOf } from './credit-changes-of.ts';
import { memberColumns, presentMember } from './present-member.ts';

/** The data of a profile. Operators without a profile have none. */
interface ProfileColumns {
  name: string;
  gender: string;
  date_of_birth: string;
  invisible: boolean;
  verified: boolean;
}

type Row = {
  id: number;
  email: string | null;
  kind: string | null;
  status: OfficeFile['member']['status'];
  country: string | null;
  premium: boolean;
  signup_date: Date;
  confirmed_at: Date | null;
  language: string;
  host: string | null;
  credits: number;
  credit_debt: number;
  suspended_until: Date | null;
  delete_requested_at: Date | null;
  last_seen: Date | null;
  roles: string[];
  region: string | null;
  city: string | null;
  about: string | null;
  partner_date_of_birth: string | null;
  counts: OfficeFile['counts'];
} & (ProfileColumns | { [K in keyof ProfileColumns]: null });

/**
 * GET /api/admin/member: the site's data about a member, without passwords, tokens and positions. Throws
 * `not_found` if the member does not exist, and `role_required` for a colleague's file.
 */
export async function memberFile(
  app: Pick<App, 'db' | 'parts'>,
  { memberId: operator, roles, sites }: Pick<MemberSession, 'memberId' | 'roles' | 'sites'>,
  id: number,
): Promise<OfficeFile> {
  const { db } = app;
  const { rows } = await sql<Row>`
    select ${memberColumns}, m.confirmed_at, m.language, m.host, m.credits, m.credit_debt, m.suspended_until, m.delete_requested_at, m.roles,
      (select last_active from presence where member_id = m.id) as last_seen,
      p.gender, p.date_of_birth::text as date_of_birth, p.partner_date_of_birth::text as partner_date_of_birth, p.region, p.city, p.about, p.invisible, p.verified,
      json_build_object(
        'conversations', (select count(*) from sides_of(m.id)),
        'messages', (select coalesce(sum(messages_sent), 0) from sides_of(m.id)),
        'complaints_sent', (select count(*) from complaints where reporter_id = m.id),
        'complaints_about', (select count(*) from complaints where profile_id = m.id),
        'payments', (select count(*) from payments where member_id = m.id and status = 'completed'),
        'photos', (select count(*) from photos where member_id = m.id)) as counts
    from members m left join profiles p on p.id = m.id where m.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw refuse('not_found');
  if (row.roles.length > 0 && id !== operator && !readsColleagues(roles)) throw refuse('role_required');
  const { verification_required: rule } = await settingsOf(app, row.host ?? undefined);
  const [sessions, measures, changes, cards, related, held, ageChecks, verification] = await Promise.all([
    sql<{ user_agent: string | null; created_at: Date; last_used_at: Date }>`
      select user_agent, created_at, last_used_at from sessions where member_id = ${id} and expires_at > app_now() order by last_used_at desc limit 20`.execute(
      db,
    ),
    measuresOf(db, id),
    creditChangesOf(db, operator, id),
    profileCardMap(app, operatorView(operator), [id]),
    relatedAccounts(db, id, sites),
    holdsOf(db, id),
    ageChecksOf(db, id),
    demandOnFile(db, id, rule),
  ]);
  return {
    member: presentMember(row),
    card: cards.get(id) ?? null,
    email_confirmed: row.confirmed_at !== null,
    language: row.language,
    host: row.host,
    credits: row.credits,
    credit_debt: row.credit_debt,
    suspended_until: row.suspended_until?.toISOString() ?? null,
    delete_requested_at: row.delete_requested_at?.toISOString() ?? null,
    last_seen: row.last_seen?.toISOString() ?? null,
    profile:
      row.name === null
        ? null
        : {
            name: row.name,
            gender: row.gender,
            date_of_birth: row.date_of_birth,
            partner_date_of_birth: row.partner_date_of_birth,
            region: row.region,
            city: row.city,
            about: row.about,
            invisible: row.invisible,
            verified: row.verified,
          },
    sessions: sessions.rows.map(({ user_agent, created_at, last_used_at }) => ({
      user_agent,
      browser: describeBrowser(user_agent).browser,
      system: describeBrowser(user_agent).system,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
    counts: row.counts,
    measures,
    credit_changes: changes,
    related,
    held,
    verification,
    age_checks: ageChecks,
    employee: row.roles.length > 0,
  };
}
