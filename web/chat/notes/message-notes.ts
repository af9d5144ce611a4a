import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Chat } from '#contract/chat/conversations.ts';
import {
  changeTranslations,
  placeTranslations,
  type Translation,
  type Translations,
  translationsQuery,
  wantedByHabit,
} from '#web/chat/translation/translations.ts';
import { messageHints, type MessageHint, type UnkindRules } from './message-hints.ts';

/** What is shown below a message. */
export interface MessageNote {
  hint?: MessageHint;
  translation?: Translation;
}

interface Following {
  // The caller gives both: a part of the shell, or a dynamic import, would load the style sheet of the shell again here.
  habit: boolean;
  loadUnkindRules: () => Promise<UnkindRules>;
  onNotes: (notes: ReadonlyMap<number, MessageNote>) => void;
}

/** Reports the notes of a conversation, and again whenever one changes, until the returned function is called. */
export function followNotes(
  queries: QueryClient,
  chat: Chat,
  { habit, loadUnkindRules, onNotes }: Following,
): () => void {
  const profile = chat.profile.id;
  let stopped = false;
  let hints: ReadonlyMap<number, MessageHint> = new Map();
  let translations: Translations | undefined;
  const report = () => {
    if (!stopped) onNotes(notesOf(chat, hints, translations?.byMessage ?? {}));
  };
  const unsubscribe = new QueryObserver(queries, translationsQuery(profile)).subscribe(({ data }) => {
    translations = data;
    const wanted = data?.habit ? wantedByHabit(chat, data) : {};
    if (Object.keys(wanted).length > 0) placeTranslations(queries, profile, wanted);
    else report();
  });
  changeTranslations(queries, profile, (known) => ({ ...known, habit }));
  // Offline the rules cannot be loaded, and the conversation has no hints.
  messageHints(chat, loadUnkindRules).then(
    (found) => {
      hints = found;
      report();
    },
    () => {},
  );
  return () => {
    stopped = true;
    unsubscribe();
  };
}

function notesOf(
  { messages }: Chat,
  hints: ReadonlyMap<number, MessageHint>,
  translations: Translations['byMessage'],
): Map<number, MessageNote> {
  const notes = new Map<number, MessageNote>();
  for (const { id, text } of messages) {
    const hint = hints.get(id);
    const found = translations[id];
    // A translation of words that were edited since says something else.
    const translation = found?.original === text ? found : undefined;
    if (hint || translation) notes.set(id, { ...(hint && { hint }), ...(translation && { translation }) });
  }
  return notes;
}
