import { sql } from 'kysely';
import type { OfficeMember } from '#contract/office/member.ts';

export interface MemberRow extends Omit<OfficeMember, 'signup_date'> {
  signup_date: Date;
}

/** Columns of `members m left join profiles p`. */
export const memberColumns = sql`m.id, p.name, m.email, p.kind, m.status, p.country, m.paid_user as premium, m.signup_date`;

export const presentMember = ({
  id,
  name,
  email,
  kind,
  status,
  country,
  premium,
  signup_date,
}: MemberRow): OfficeMember => ({
  id,
  name,
  email,
  kind,
  status,
  country,
  premium,
  signup_date: signup_date.toISOString(),
});
