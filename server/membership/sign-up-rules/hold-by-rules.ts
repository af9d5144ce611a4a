import { holdAccount } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { countHits } from './count-hits.ts';
import type { MatchingRule } from './matching-rules.ts';

/** Holds a new account for a moderator, who sees these rules. Does nothing without a rule. */
export async function holdByRules(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  member: number,
  rules: readonly MatchingRule[],
): Promise<void> {
  if (rules.length === 0) return;
  await countHits(tx, rules, 'hits');
  await holdAccount(app, tx, {
    member,
    reason: 'sign_up_rule',
    rules: rules.map(({ kind, value, note }) => ({ kind, value, note })),
  });
}
