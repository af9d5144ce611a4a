import { useEffect, useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import type { FraudSign } from '#contract/rules/fraud-rules.ts';

const NONE: ReadonlyMap<number, FraudSign> = new Map();

/**
 * Fraud warnings by message. The rules are loaded after the conversation is shown, because they would add to
 * the script of every chat.
 */
export function useFraudHints(chat: Chat): ReadonlyMap<number, FraudSign> {
  const [hints, setHints] = useState(NONE);
  useEffect(() => {
    let left = false;
    const look = async () => {
      const { fraudHints } = await import('./fraud-hints.ts');
      if (!left) setHints(fraudHints(chat));
    };
    // Offline the rules cannot be loaded, and the conversation has no warnings.
    look().catch(() => {});
    return () => {
      left = true;
    };
  }, [chat]);
  return hints;
}
