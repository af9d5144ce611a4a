import { useEffect, useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import type { MessageHint } from './message-hints.ts';

const NONE: ReadonlyMap<number, MessageHint> = new Map();

/**
 * Hints by message. The rules are loaded after the conversation is shown, because they would add to
 * the script of every chat.
 */
export function useMessageHints(chat: Chat): ReadonlyMap<number, MessageHint> {
  const [hints, setHints] = useState(NONE);
  useEffect(() => {
    let left = false;
    const look = async () => {
      const { messageHints } = await import('./message-hints.ts');
      const found = await messageHints(chat, () => import('#contract/rules/unkind-rules.ts'));
      if (!left) setHints(found);
    };
    // Offline the rules cannot be loaded, and the conversation has no hints.
    look().catch(() => {});
    return () => {
      left = true;
    };
  }, [chat]);
  return hints;
}
