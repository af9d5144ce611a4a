import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { MOST_SIGN_UP_RULES } from '#contract/membership/sign-up-rules.ts';
import { inTransaction, isTaken, one, type Db, type Tx } from '../../platform/database/index.ts';
import type { CallContext } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { siteChoices } from '../../site-scope/index.ts';
import { assertLastDay } from './assert-last-day.ts';
import { ruleValue } from './rule-value.ts';

/**
 * POST /api/admin/sign-up-rules: adds a rule. A repeat with the same id changes nothing. Throws `invalid_fields` for an invalid
 * value, a day that is over, an unknown site, and a rule that exists already, and `conflict` when there is no room for more.
 */
export async function addSignUpRule(
  db: Db,
  { id, kind, value: typed, effect, note, until, site }: CallBody<'addSignUpRule'>,
  { member, audit }: Pick<CallContext, 'member' | 'audit'>,
): Promise<void> {
  const read = ruleValue[kind](typed.trim());
  if ('code' in read) throw refuseFields({ value: read.code });
  await inTransaction(db, async (tx) => {
    await assertLastDay(tx, until);
    if (site !== null && !(await siteChoices(tx, [site])).some(({ host }) => host === site))
      throw refuseFields({ site: 'invalid' });
    await assertRoom(tx);
    const { rows } = await sql<{ value: string }>`
      insert into sign_up_rules (id, kind, value, network, effect, note, until, site, created_by)
      select ${id}, ${kind}, coalesce(n.network::text, ${read.value}), n.network, ${effect}, ${note.trim()}, ${until}::date, ${site}, ${member.memberId}
      from (select case when ${kind === 'network'} then network(${kind === 'network' ? read.value : null}::inet)::cidr end as network) n
      on conflict (id) do nothing returning value`.execute(tx);
    const added = rows[0];
    if (added) await audit(tx, { object: id, site, details: { kind, value: added.value, effect, until } });
  }).catch((error: unknown) => {
    throw isTaken(error, 'sign_up_rules_in_force') ? refuseFields({ value: 'rule_exists' }) : error;
  });
}

async function assertRoom(tx: Tx): Promise<void> {
  const { full } = await one(
    sql<{
      full: boolean;
    }>`select count(*) >= ${MOST_SIGN_UP_RULES} as full from sign_up_rules where removed_at is null`.execute(
      tx,
    ),
  );
  if (full) throw refuse('conflict');
}
