import { useTranslation } from '#web/i18n/translate.tsx';
import { type Locale, localeNames } from '#contract/lists/locales.ts';
import type { AnnouncementWords } from '#contract/calls/text-desk-calls.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Textarea, TextInput } from '#web/ui/field.tsx';
import { IconCheck } from '#web/ui/icons.ts';
import styles from './texts.module.css';

type Texts = Partial<Record<Locale, AnnouncementWords>>;

/** Words that can be sent: a subject and a text; a button has its words and its page, or neither. */
export function isWhole({ subject, text, action }: AnnouncementWords): boolean {
  return subject.trim() !== '' && text.trim() !== '' && (!action || (action.label.trim() !== '' && /^\/(?![/\\])/.test(action.path)));
}

interface Props {
  languages: Locale[];
  language: Locale;
  onLanguage: (language: Locale) => void;
  texts: Texts;
  onChange: (texts: Texts) => void;
}

/** What is announced, language by language. Members whose language has no words are not told. */
export function WordsFields({ languages, language, onLanguage, texts, onChange }: Props) {
  const { t } = useTranslation('back_office_texts');
  const words: AnnouncementWords = texts[language] ?? { subject: '', text: '' };
  const { label = '', path = '' } = words.action ?? {};
  const set = (part: Partial<AnnouncementWords>) => onChange({ ...texts, [language]: { ...words, ...part } });
  const setAction = (part: Partial<{ label: string; path: string }>) => {
    const action = { label, path, ...part };
    set({ action: action.label || action.path ? action : undefined });
  };
  return (
    <>
      <div className={styles['chips']} role="group" aria-label={t('language')}>
        {languages.map((one) => (
          <Chip
            key={one}
            chosen={one === language}
            onClick={() => onLanguage(one)}
            icon={texts[one] && isWhole(texts[one]) && <IconCheck size={16} aria-hidden="true" />}
          >
            {localeNames[one]}
          </Chip>
        ))}
      </div>
      <TextInput
        label={t('announcements.subject')}
        value={words.subject}
        maxLength={120}
        lang={language}
        onChange={(event) => set({ subject: event.target.value })}
      />
      <Textarea
        label={t('announcements.text')}
        hint={t('announcements.text_hint')}
        value={words.text}
        rows={8}
        maxLength={4000}
        lang={language}
        onChange={(event) => set({ text: event.target.value })}
      />
      <div className={styles['place']}>
        <TextInput
          label={t('announcements.button')}
          value={label}
          maxLength={40}
          lang={language}
          onChange={(event) => setAction({ label: event.target.value })}
        />
        <TextInput
          label={t('announcements.path')}
          placeholder="/credits"
          value={path}
          maxLength={200}
          autoCapitalize="none"
          error={(label || path) && !/^\/(?![/\\])/.test(path) ? t('announcements.path_wrong') : undefined}
          onChange={(event) => setAction({ path: event.target.value.trim() })}
        />
      </div>
    </>
  );
}
