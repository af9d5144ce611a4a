import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { isHabit } from '#web/chat/translation/habit.ts';
import { useMember } from '#web/session/use-session.ts';
import type { MessageNote } from './message-notes.ts';

const NONE: ReadonlyMap<number, MessageNote> = new Map();

/**
 * Hints and translations by message. Their code is loaded after the conversation is shown, because it would add to
 * the script of every chat.
 */
export function useMessageNotes(chat: Chat): ReadonlyMap<number, MessageNote> {
  const queries = useQueryClient();
  const member = useMember().id;
  const [notes, setNotes] = useState(NONE);
  useEffect(() => {
    let left = false;
    let stop = () => {};
    void import('./message-notes.ts').then(
      ({ followNotes }) => {
        if (left) return;
        stop = followNotes(queries, chat, {
          habit: isHabit(member, chat.profile.id),
          loadUnkindRules: () => import('#contract/rules/unkind-rules.ts'),
          onNotes: setNotes,
        });
      },
      // Offline they cannot be loaded, and the conversation has none.
      () => {},
    );
    return () => {
      left = true;
      stop();
    };
  }, [queries, chat, member]);
  return notes;
}
