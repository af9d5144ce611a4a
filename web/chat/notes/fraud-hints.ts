import type { Chat } from '#contract/chat/conversations.ts';
import { EARLY_MESSAGES, fraudSignsIn, type FraudSign } from '#contract/rules/fraud-rules.ts';

/**
 * Fraud warnings below received messages. Each sign appears once, at its newest message, so that the warning
 * does not repeat on every line. Fictional profiles and cam listings get none: the site writes for them, and
 * their label says so.
 */
export function fraudHints({ profile, messages, has_more }: Chat): Map<number, FraudSign> {
  const hints = new Map<number, FraudSign>();
  if (profile.kind !== 'member') return hints;
  const told = new Set<FraudSign>();
  for (const [at, { id, sender, text }] of [...messages.entries()].reverse()) {
    if (sender !== profile.id || text === null) continue;
    const sign = fraudSignsIn(text, !has_more && at < EARLY_MESSAGES).find((one) => !told.has(one));
    if (!sign) continue;
    told.add(sign);
    hints.set(id, sign);
  }
  return hints;
}
