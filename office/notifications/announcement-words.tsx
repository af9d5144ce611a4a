import { type Locale, localeNames } from '#contract/lists/locales.ts';
import type { AnnouncementWords } from '#contract/texts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Textarea, TextInput } from '#web/ui/field.tsx';
import { IconCheck } from '#web/ui/icons.ts';
import styles from '#office/texts/texts.module.css';

type Texts = Partial<Record<Locale, AnnouncementWords>>;

export function isWhole({ subject, text, action }: AnnouncementWords): boolean {
  return (
    subject.trim() !== '' &&
    text.trim() !== '' &&
    (!action || (action.label.trim() !== '' && /^\/(?![/\\])/.test(action.path)))
  );
}

interface Props {
  languages: Locale[];
  language: Locale;
  onLanguage: (language: Locale) => void;
  texts: Texts;
  onChange: (texts: Texts) => void;
}

/** Texts of an announcement, one language at a time. Members whose language has no text do not receive it. */
export function WordsFields({ languages, language, onLanguage, texts, onChange }: Props) {
  const { t } = useTranslation(['office/notifications', 'office/texts']);
  const words: AnnouncementWords = texts[language] ?? { subject: '', text: '' };
  const { label = '', path = '' } = words.action ?? {};
  const set = (part: Partial<AnnouncementWords>) => onChange({ ...texts, [language]: { ...words, ...part } });
  const setAction = (part: Partial<{ label: string; path: string }>) => {
    const action = { label, path, ...part };
    set({ action: action.label || action.path ? action : undefined });
  };
  return (
    <>
      <div className={styles['chips']} role="group" aria-label={t('office/texts:language')}>
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
        label={t('subject')}
        value={words.subject}
        maxLength={120}
        lang={language}
        onChange={(event) => set({ subject: event.target.value })}
      />
      <Textarea
        label={t('text')}
        hint={t('text_hint')}
        value={words.text}
        rows={8}
        maxLength={4000}
        lang={language}
        onChange={(event) => set({ text: event.target.value })}
      />
      <div className={styles['place']}>
        <TextInput
          label={t('button')}
          value={label}
          maxLength={40}
          lang={language}
          onChange={(event) => setAction({ label: event.target.value })}
        />
        <TextInput
          label={t('path')}
          placeholder="/credits"
          value={path}
          maxLength={200}
          autoCapitalize="none"
          error={(label || path) && !/^\/(?![/\\])/.test(path) ? t('path_wrong') : undefined}
          onChange={(event) => setAction({ path: event.target.value.trim() })}
        />
      </div>
    </>
  );
}
