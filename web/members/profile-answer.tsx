import type { PromptAnswer } from '#contract/rules/prompts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './profile-answer.module.css';

/** A prompt with the member's answer, set like a pull quote between the parts of a profile. */
export function ProfileAnswer({ answer }: { answer: PromptAnswer | undefined }) {
  const { t } = useTranslation('prompts');
  if (!answer) return null;
  return (
    <figure className={styles['answer']}>
      <figcaption>{t(answer.prompt)}</figcaption>
      <blockquote>{answer.answer}</blockquote>
    </figure>
  );
}
