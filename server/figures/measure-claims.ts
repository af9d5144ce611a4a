import { sql } from 'kysely';
import type { ClaimId } from '#contract/rules/figure-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { siteClocks, siteOfHost } from '../site-settings/index.ts';

// Measures the claims that the landing page may make, about real members only. Percentages are rounded down.

/**
 * New members signed up at most this many days ago. The last three days are excluded, because their window is
 * still open.
 */
const NEW_DAYS = 90;
const CHAT_DAYS = 3;
const ANSWER_DAYS = 7;

interface Measured {
  host: string;
  claim: ClaimId;
  percentage: number | null;
  sample: number;
  parts: Record<string, number>;
}

export async function measureClaims(app: Pick<App, 'db'>): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const clocks = await siteClocks(tx);
    const measured = [
      ...(await chatWithin3Days(tx)),
      ...(await femaleMembers(tx)),
      ...(await premiumChance(tx)),
    ];
    for (const { host, claim, percentage, sample, parts } of measured) {
      await sql`
        insert into figure_claims (measured_on, host, claim, percentage, sample, parts)
        values (${clocks.today(host)}::date, ${host}, ${claim}, ${percentage}, ${sample}, ${JSON.stringify(parts)}::jsonb)
        on conflict (measured_on, host, claim) do update set percentage = excluded.percentage, sample = excluded.sample, parts = excluded.parts`.execute(
        tx,
      );
    }
  });
}

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((100 * part) / whole);

/** "98% of new members chat within 3 days": share of activated members who wrote to a real member by then. */
async function chatWithin3Days(tx: Tx): Promise<Measured[]> {
  const { rows } = await sql<{ host: string; chatted: number; members: number }>`
    select host, count(*) filter (where chatted_at <= signed_up_at + ${CHAT_DAYS} * interval '1 day')::int as chatted, count(*)::int as members
    from figure_members
    where activated_at is not null and signed_up_at >= app_now() - ${NEW_DAYS + CHAT_DAYS} * interval '1 day' and signed_up_at < app_now() - ${CHAT_DAYS} * interval '1 day'
    group by host`.execute(tx);
  return rows.map(({ host, chatted, members }) => ({
    host,
    claim: 'chat_within_3_days',
    percentage: share(chatted, members),
    sample: members,
    parts: { chatted, members },
  }));
}

/** "60% female members": share of women among active real members. */
async function femaleMembers(tx: Tx): Promise<Measured[]> {
  const { rows } = await sql<{ host: string; female: number; members: number }>`
    select host, count(*) filter (where gender = 'female')::int as female, count(*)::int as members
    from (select ${siteOfHost(sql`m.host`)} as host, p.gender from members m join profiles p on p.id = m.id
      where m.status = 'active' and p.kind = 'member' and p.status = 'active' and m.roles = '{}') real group by host`.execute(
    tx,
  );
  return rows.map(({ host, female, members }) => ({
    host,
    claim: 'female_members',
    percentage: share(female, members),
    sample: members,
    parts: { female, members },
  }));
}

/**
 * "46% higher chance for premium members": how much more often a premium member's opening message to a real
 * member was answered.
 */
async function premiumChance(tx: Tx): Promise<Measured[]> {
  const { rows } = await sql<{
    host: string;
    premium: number;
    premium_answered: number;
    free: number;
    free_answered: number;
  }>`
    select host, count(*) filter (where premium)::int as premium, count(*) filter (where premium and answered)::int as premium_answered,
      count(*) filter (where not premium)::int as free, count(*) filter (where not premium and answered)::int as free_answered
    from (
      select ${siteOfHost(sql`m.host`)} as host, opening.answered,
        exists (select from payments b where b.member_id = opening.sender_id and b.status = 'completed' and b.settled_at <= opening.created_at) as premium
      from openings_between(app_now() - ${NEW_DAYS + ANSWER_DAYS} * interval '1 day', app_now() - ${ANSWER_DAYS} * interval '1 day', ${ANSWER_DAYS}) opening
        join members m on m.id = opening.sender_id
        join profiles r on r.id = opening.recipient_id and r.kind = 'member'
        join profiles s on s.id = opening.sender_id and s.kind = 'member'
    ) opened group by host`.execute(tx);
  return rows.map(({ host, ...parts }) => {
    const [premium, free] = [parts.premium_answered / parts.premium, parts.free_answered / parts.free];
    const percentage =
      parts.premium > 0 && parts.free_answered > 0 ? Math.floor(100 * (premium / free - 1)) : null;
    return { host, claim: 'premium_chance', percentage, sample: parts.premium + parts.free, parts };
  });
}
