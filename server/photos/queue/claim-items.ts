import { type RawBuilder, sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall, type Role } from '#contract/lists/roles.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Languages } from '../../site-scope/index.ts';

const decisions = {
  photos: calls.decidePhoto,
  verifications: calls.decideVerification,
  age_checks: calls.decideAgeCheck,
  chat_images: calls.decideChatImage,
  voice_intros: calls.decideVoiceIntro,
} as const;

/** A claim ends after two minutes, unless the operator's screen asks again. */
const CLAIM_SECONDS = 120;
/** Small, so that a queue of a few items is still divided. The screen asks for more in time. */
const BATCH = 10;
/** Operators who ask at the same moment choose the same items. The one who comes second chooses again. */
const MOST_TRIES = 3;

export interface Reviewer {
  id: number;
  roles: readonly Role[];
  sites: Sites;
  languages: Languages;
}

/**
 * Claims the first waiting items of a queue for an operator and returns their ids, without those of
 * colleagues. `waiting` is a query of the waiting ids of the operator's sites, in their order. Null for operators who may only look:
 * they see the whole queue.
 */
export async function claimItems(
  db: Db,
  queue: keyof typeof decisions,
  operator: Reviewer,
  waiting: RawBuilder<unknown>,
): Promise<number[] | null> {
  if (!mayCall(operator.roles, decisions[queue])) return null;
  for (let tries = 1; ; tries++) {
    const { rows } = await sql<{ chosen: number; claimed: number[] }>`
      with chosen as (
        select waiting.id from (${waiting}) waiting (id)
        where not exists (
          select from queue_claims c
          where c.queue = ${queue} and c.item_id = waiting.id and c.operator_id <> ${operator.id} and c.expires_at > app_now())
        order by waiting.id limit ${BATCH}
      ), claimed as (
        insert into queue_claims (queue, item_id, operator_id, expires_at)
        select ${queue}, id, ${operator.id}, app_now() + ${CLAIM_SECONDS} * interval '1 second' from chosen order by id
        on conflict (queue, item_id) do update set operator_id = excluded.operator_id, expires_at = excluded.expires_at
          where queue_claims.operator_id = excluded.operator_id or queue_claims.expires_at <= app_now()
        returning item_id
      ), outdated as (
        delete from queue_claims where queue = ${queue} and expires_at < app_now() - interval '1 hour'
      )
      select (select count(*)::int from chosen) as chosen, array(select item_id from claimed order by item_id) as claimed`.execute(
      db,
    );
    const { chosen = 0, claimed = [] } = rows[0] ?? {};
    if (claimed.length === chosen || tries === MOST_TRIES) return claimed.map(Number);
  }
}
