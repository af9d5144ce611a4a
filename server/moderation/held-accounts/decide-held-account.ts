import type { Ground } from '#contract/rules/measure-rules.ts';
import { askToRelease, settleHolds } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { applyMeasure } from '../measures/apply-measure.ts';
import type { Operator } from '../operator.ts';

interface Decision {
  member: number;
  release: boolean;
  ground?: Ground | undefined;
  facts?: string | undefined;
}

/**
 * POST /api/admin/held-accounts: releases a held account, or closes it with a statement of reasons. A release despite a listed
 * picture needs two moderators: the first one asks, and `needs_second` says so. Throws
 * `conflict` if the account is not held, because another moderator has decided, and `invalid_fields` for a
 * closure without ground and facts, and `own_decision` for the second step by the moderator who asked. Of a deleted account only the evidence is judged, so no measure follows.
 */
export async function decideHeldAccount(
  app: App,
  operator: Operator,
  { member, release, ground, facts }: Decision,
): Promise<{ needs_second?: true }> {
  return inTransaction(app.db, async (tx) => {
    if (release && (await isFirstToRelease(tx, operator, member))) return { needs_second: true };
    if (!(await settleHolds(app, tx, { member, operator: operator.id, release }))) throw refuse('conflict');
    await operator.audit(tx, { act: release ? 'hold.release' : 'hold.close', member });
    if (release || (await isGone(tx, member))) return {};
    if (!ground || !facts?.trim()) throw refuseFields({ facts: 'required' });
    await applyMeasure(app, tx, operator, { member, kind: 'ban', ground, facts });
    return {};
  });
}

/**
 * Returns true if a second moderator has to agree to the release, because a listed picture holds the account. Throws `own_decision`
 * for the moderator who has asked already.
 */
async function isFirstToRelease(tx: Tx, operator: Operator, member: number): Promise<boolean> {
  const asked = await askToRelease(tx, { member, operator: operator.id });
  if (asked === operator.id) throw refuse('own_decision');
  if (asked !== null) return false;
  await operator.audit(tx, { act: 'hold.ask_release', member });
  return true;
}

const isGone = async (tx: Tx, member: number) =>
  (await tx.selectFrom('members').where('id', '=', member).select('id').executeTakeFirst()) === undefined;
