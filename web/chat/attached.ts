import type { Message, Quote } from '#contract/chat/conversations.ts';
import { EDIT_MINUTES } from '#contract/rules/chat-rules.ts';

/** The message that the composer replies to or edits. */
export type Attached = { as: 'reply'; message: Quote } | { as: 'edit'; message: Message };

/** The server decides; this hides an edit that it would refuse. */
export const isEditable = ({ kind, sender, created_at }: Message, member: number): boolean =>
  kind === 'text' && sender === member && Date.now() - Date.parse(created_at) < EDIT_MINUTES * 60_000;

/**
 * What an arrow key attaches in an empty composer: the newest own text that can be edited, or, with Ctrl, Alt or ⌘,
 * the message before the one already replied to.
 */
export function attachedByKey(
  messages: readonly Message[],
  member: number,
  replies: boolean,
  attached: Attached | null,
): Attached | null {
  if (!replies) {
    const message = messages.findLast((each) => isEditable(each, member));
    return message ? { as: 'edit', message } : null;
  }
  const before = attached?.as === 'reply' ? attached.message.id : Infinity;
  const message = messages.findLast(({ id, kind }) => id < before && kind !== 'deleted');
  return message ? { as: 'reply', message } : attached;
}
