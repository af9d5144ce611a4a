import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { fillTemplate } from '#contract/placeholders.ts';
import type { ReplyPlaceholder } from '#contract/rules/desk-rules.ts';
import { callQuery } from '#web/session/query-client.ts';

export interface FilledReply {
  id: string;
  shortcut: string;
  words: string;
}

const valuesOf = ({ member, profile }: CallReply<'deskThread'>): Record<ReplyPlaceholder, string | null> => ({
  name: member.name,
  town: member.city,
  profile: profile.name,
  profile_town: profile.city,
});

/**
 * The canned replies in the member's language, filled in for the conversation. One's own replace shared ones of the
 * same shortcut.
 */
export function useReplies(thread: CallReply<'deskThread'>): FilledReply[] {
  const { data } = useQuery(callQuery('deskReplies', { query: { language: thread.language } }));
  const values = valuesOf(thread);
  const active = (data?.replies ?? []).filter((reply) => reply.active);
  const own = new Set(active.flatMap(({ shared, shortcut }) => (shared ? [] : [shortcut])));
  return active
    .filter(({ shared, shortcut }) => !shared || !own.has(shortcut))
    .map(({ id, shortcut, text }) => ({ id, shortcut, words: fillTemplate(text, values) }));
}
