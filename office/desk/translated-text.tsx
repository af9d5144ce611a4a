import type { CallReply } from '#contract/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconLanguage } from '#web/ui/icons.ts';
import styles from './translated-text.module.css';

/** A translation below its message, labelled as one. */
export function TranslatedText({ text, from }: CallReply<'deskTranslation'>) {
  const { t } = useTranslation('translation');
  const locale = useLocale();
  const { language } = useFormats();
  return (
    <div className={styles['note']} role="status">
      {text !== null && (
        <p className={styles['text']} lang={locale}>
          {text}
        </p>
      )}
      <p className={styles['line']}>
        <IconLanguage size={15} aria-hidden="true" />
        {text === null ? t('same') : from ? t('from', { language: language(from) }) : t('translated')}
      </p>
    </div>
  );
}
