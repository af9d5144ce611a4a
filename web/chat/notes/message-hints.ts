import type { Chat } from '#contract/chat/conversations.ts';
import { EARLY_MESSAGES, type FraudSign } from '#contract/rules/fraud-rules.ts';
import type { UnkindSign } from '#contract/rules/unkind-rules.ts';
import { fraudHints } from './fraud-hints.ts';

export type MessageHint = FraudSign | UnkindSign;

export type UnkindRules = Pick<typeof import('#contract/rules/unkind-rules.ts'), 'unkindSignIn'>;

/**
 * Warnings of fraud below received messages, and the question whether the words of one bother the member. The rules about
 * words are loaded for messages that wait for an answer only, by the caller: a dynamic import here would load the style
 * sheet of the shell again.
 */
export async function messageHints(
  chat: Chat,
  loadUnkindRules: () => Promise<UnkindRules>,
): Promise<Map<number, MessageHint>> {
  const hints = new Map<number, MessageHint>(fraudHints(chat));
  const unanswered = unansweredIn(chat);
  if (unanswered.length === 0) return hints;
  const { unkindSignIn } = await loadUnkindRules();
  for (const { id, text } of unanswered) {
    const sign = text === null ? null : unkindSignIn(text);
    if (sign) return hints.set(id, sign);
  }
  return hints;
}

/** The early messages of another member that the reader has not answered yet, newest first. */
function unansweredIn({ profile, messages, has_more }: Chat): Chat['messages'] {
  if (profile.kind !== 'member' || has_more) return [];
  const answer = messages.findLastIndex(({ sender }) => sender !== profile.id);
  return messages.slice(answer + 1, EARLY_MESSAGES).toReversed();
}
