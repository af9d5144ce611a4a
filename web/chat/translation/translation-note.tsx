import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { ApiError } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { IconLanguage } from '#web/ui/icons.ts';
import { storeHabit } from './habit.ts';
import {
  changeTranslations,
  placeTranslations,
  type Translation,
  translationsQuery,
} from './translations.ts';
import { useTranslate } from './use-translate.ts';
import styles from './translation-note.module.css';

interface TranslationNoteProps {
  translation: Translation;
  message: Message;
  profile: { id: number; name: string };
}

/** The translation below a received message, whose own words stay above it. */
export function TranslationNote({ translation, message, profile }: TranslationNoteProps) {
  const translate = useTranslate(profile.id);
  const { state, original } = translation;
  const ask = useEffectEvent(() => {
    if (translation.state === 'wanted') void translate(message, original, translation.by);
  });
  useEffect(() => {
    if (state === 'wanted') ask();
  }, [state, original]);
  if (state === 'hidden') return null;
  return (
    <div className={styles['note']} role="status">
      <Shown translation={translation} message={message} profile={profile} />
    </div>
  );
}

function Shown({ translation, message, profile }: TranslationNoteProps) {
  const { t } = useTranslation('translation');
  const locale = useLocale();
  const { language } = useFormats();
  const { errorText } = useErrorText();
  const queries = useQueryClient();
  const { original } = translation;
  const place = (next: Translation) => placeTranslations(queries, profile.id, { [message.id]: next });
  const hide = (
    <button type="button" onClick={() => place({ original, state: 'hidden' })}>
      {t('hide')}
    </button>
  );
  switch (translation.state) {
    case 'wanted':
      return <p className={styles['line']}>{t('translating')}</p>;
    case 'translated':
      return (
        <>
          <p className={styles['text']} lang={locale}>
            {translation.text}
          </p>
          <p className={styles['line']}>
            <IconLanguage size={15} aria-hidden="true" />
            {translation.from ? t('from', { language: language(translation.from) }) : t('translated')}
            <Choices message={message.id} profile={profile} hide={hide} />
          </p>
        </>
      );
    case 'same':
      return (
        <p className={styles['line']}>
          {t('same')}
          {hide}
        </p>
      );
    case 'failed':
      return (
        <p className={styles['line']}>
          {errorText(new ApiError(0, { error: translation.code }))}
          <button type="button" onClick={() => place({ original, state: 'wanted', by: 'press' })}>
            {t('common:retry')}
          </button>
          {hide}
        </p>
      );
    case 'hidden':
      return null;
  }
}

interface ChoicesProps {
  message: number;
  profile: TranslationNoteProps['profile'];
  hide: ReactNode;
}

/** Where every message of the conversation is translated, only the newest translation has the switch for it. */
function Choices({ message, profile, hide }: ChoicesProps) {
  const { t } = useTranslation('translation');
  const member = useMember().id;
  const queries = useQueryClient();
  const { habit = false, byMessage = {} } = useQuery(translationsQuery(profile.id)).data ?? {};
  const setHabit = (next: boolean) => {
    storeHabit(member, profile.id, next);
    changeTranslations(queries, profile.id, (known) => ({ ...known, habit: next }));
  };
  const isNewest = Object.entries(byMessage).every(
    ([id, { state }]) => state !== 'translated' || Number(id) <= message,
  );
  if (habit && !isNewest) return null;
  return (
    <>
      <button type="button" aria-pressed={habit} onClick={() => setHabit(!habit)}>
        {t('always', { name: profile.name })}
      </button>
      {!habit && hide}
    </>
  );
}
