import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Chat, Message } from '#contract/chat/conversations.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** A translation of `original`. The message that shows it asks for one that is `wanted`. */
export type Translation = { original: string } & (
  | { state: 'wanted'; by: 'press' | 'habit' }
  | { state: 'translated'; text: string; from: string | null }
  | { state: 'same' }
  | { state: 'hidden' }
  | { state: 'failed'; code: ErrorCode }
);

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

export const placeTranslation = (
  queries: QueryClient,
  profile: number,
  message: number,
  translation: Translation,
): void =>
  changeTranslations(queries, profile, (known) => ({
    ...known,
    byMessage: { ...known.byMessage, [message]: translation },
  }));

/** Older messages are translated on request only. */
const NEWEST = 15;

/** The newest received texts without a translation, each as one that is wanted. */
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
