import { useEffect, useEffectEvent } from 'react';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { useArchive } from './use-archive.ts';
import { useArrange } from './use-arrange.ts';

/** A swipe moves a conversation to the archive, and from the archive back to the list. */
export default function SwipedChat({ chat, onDone }: { chat: ChatSummary; onDone: () => void }) {
  const archive = useArchive();
  const arrange = useArrange();
  const act = useEffectEvent(() => {
    const { conversation, profile, archived, num_unread_messages, marked_unread } = chat;
    if (archived) arrange({ conversation: conversation.id, archived: false });
    else archive(conversation.id, profile, num_unread_messages > 0 || marked_unread === true);
    onDone();
  });
  useEffect(() => {
    act();
  }, []);
  return null;
}
