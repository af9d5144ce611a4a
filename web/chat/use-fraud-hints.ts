import { useEffect, useState } from 'react';
import type { Chat } from '#contract/chat.ts';
import type { FraudSign } from '#contract/rules/fraud-rules.ts';

const NONE: ReadonlyMap<number, FraudSign> = new Map();

/** The hints under received messages, by message. Their rules come after the conversation has been shown: they would weigh on every chat. */
export function useFraudHints(chat: Chat): ReadonlyMap<number, FraudSign> {
  const [hints, setHints] = useState(NONE);
  useEffect(() => {
    let left = false;
    const look = async () => {
      const { fraudHints } = await import('./fraud-hints.ts');
      if (!left) setHints(fraudHints(chat));
    };
    // Without a connection the rules do not come, and the conversation is read without hints.
    look().catch(() => {});
    return () => {
      left = true;
    };
  }, [chat]);
  return hints;
}
