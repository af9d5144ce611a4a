import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Chat, Message } from '#contract/chat/conversations.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** The message that shows a translation asks for one that is `wanted`. */
export type TranslationState =
  | { state: 'wanted'; by: 'press' | 'habit' }
  | { state: 'translated'; text: string; from: string | null }
  | { state: 'same' }
  | { state: 'hidden' }
  | { state: 'failed'; code: ErrorCode };

/** A translation of `original`. */
export type Translation = { original: string } & TranslationState;

/** The translations of a conversation, in memory alone and forgotten with the session. */
export interface Translations {
  /** This browser translates each new message of the conversation. */
  habit: boolean;
  byMessage: Readonly<Record<number, Translation>>;
}

const NONE: Translations = { habit: false, byMessage: {} };

export const translationsQuery = (profile: number) =>
  queryOptions<Translations>({ queryKey: ['translations', profile], enabled: false, staleTime: Infinity });

export function changeTranslations(
  queries: QueryClient,
  profile: number,
  change: (known: Translations) => Translations,
): void {
  queries.setQueryData(translationsQuery(profile).queryKey, (known) => change(known ?? NONE));
}

export const placeTranslations = (
  queries: QueryClient,
  profile: number,
  placed: Translations['byMessage'],
): void =>
  changeTranslations(queries, profile, (known) => ({
    ...known,
    byMessage: { ...known.byMessage, ...placed },
  }));

/** Older messages are translated on request only. */
const NEWEST = 15;

/** Marks the newest received texts that have no translation yet as wanted. */
export function wantedByHabit(
  { messages, profile }: Chat,
  { byMessage }: Translations,
): Record<number, Translation> {
  const fresh = messages
    .filter(
      (message): message is Message & { text: string } => message.sender === profile.id && !!message.text,
    )
    .slice(-NEWEST)
    .filter(({ id, text }) => byMessage[id]?.original !== text);
  return Object.fromEntries(
    fresh.map(({ id, text }) => [id, { original: text, state: 'wanted', by: 'habit' }]),
  );
}
