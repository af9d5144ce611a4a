import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './quoted-answer.module.css';

/** The answer on a profile that a message is about. The answer may be unknown while the message is written. */
export default function QuotedAnswer({ prompt, answer }: { prompt: string; answer?: string | undefined }) {
  const { t } = useTranslation('prompts');
  return (
    <span className={styles['quote']}>
      <small>{t(prompt)}</small>
      {answer}
    </span>
  );
}
