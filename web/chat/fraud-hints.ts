import { EARLY_MESSAGES, fraudSignsIn, type FraudSign } from '#contract/rules/fraud-rules.ts';
import type { Chat } from '#contract/chat.ts';

/**
 * The hints under what a member receives: each sign once, at its newest message, so that the same warning is not read at every line.
 * None about fictional profiles and cam listings, whom the house writes for and which say so.
 */
export function fraudHints({ profile, messages, has_more }: Chat): Map<number, FraudSign> {
  const hints = new Map<number, FraudSign>();
  if (profile.kind !== 'member') return hints;
  const told = new Set<FraudSign>();
  for (let at = messages.length - 1; at >= 0; at--) {
    const { id, sender, text } = messages[at]!;
    if (sender !== profile.id || text === null) continue;
    const sign = fraudSignsIn(text, !has_more && at < EARLY_MESSAGES).find((one) => !told.has(one));
    if (!sign) continue;
    told.add(sign);
    hints.set(id, sign);
  }
  return hints;
}
