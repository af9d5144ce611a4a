import { sql } from 'kysely';
import { urgentReasons, type HoldReason } from '#contract/lists/hold-reasons.ts';
import type { HeldByRule } from '#contract/moderation/held-accounts.ts';
import type { ListMatch } from '#contract/moderation/list-matches.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { queueMemberEvent } from '../../webhooks/index.ts';
import { memberChanged } from '../sessions/member-changed.ts';

interface Hold {
  member: number;
  reason: HoldReason;
  related?: number;
  /** Folder of the picture behind the decision, which is kept as evidence. */
  picture?: string;
  /** The words behind the decision, which are kept as evidence. */
  words?: string;
  /** The rules for sign-ups behind the hold, as moderators see them. */
  rules?: HeldByRule[];
  /** What a report to the authorities needs about a listed picture. */
  match?: ListMatch;
}

/**
 * Hides an account and stops its messages until a moderator decides. Operators and fictional profiles are
 * never held, nor is an account for a reason that a moderator has dismissed, except by a later decision that
 * somebody is under age, or a listed picture.
 */
export async function holdAccount(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  { member, reason, related, picture, words, match, rules = [] }: Hold,
): Promise<void> {
  const { rows } = await sql`
    insert into account_holds as h (member_id, reason, related_id, evidence_folders, evidence_words, evidence_matches, rules)
    select m.id, ${reason}, ${related ?? null}, ${picture === undefined ? [] : [picture]}::text[],
      ${words === undefined ? [] : [words]}::text[], ${JSON.stringify(match ? [match] : [])}::jsonb, ${JSON.stringify(rules)}::jsonb from members m join profiles p on p.id = m.id
      where m.id = ${member} and m.roles = '{}' and p.kind = 'member' and m.status in ('active', 'not_confirmed')
    on conflict (member_id, reason, coalesce(related_id, 0)) do update
      set evidence_folders = array_remove(h.evidence_folders, ${picture ?? null}) || excluded.evidence_folders,
        evidence_words = array_remove(h.evidence_words, ${words ?? null}) || excluded.evidence_words,
        evidence_matches = h.evidence_matches || excluded.evidence_matches,
        created_at = case when h.decided_at is null then h.created_at else excluded.created_at end,
        decided_at = null, decided_by = null, released = null, release_asked_by = null
      where h.reason = any(${[...urgentReasons]}::text[])
    returning id`.execute(tx);
  if (rows.length === 0) return;
  await sql`update members set held_at = app_now() where id = ${member} and held_at is null`.execute(tx);
  await queueMemberEvent(app, tx, 'member.flagged', member, { reason });
  await setProfileStatus(tx, member, 'disabled');
  await memberChanged(app, tx, member);
}
