import type { ShownProfile } from '#contract/profiles.ts';
import type { PromptAnswer } from '#contract/rules/prompts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useUser } from '#web/session/use-session.ts';
import { IconMessage } from '#web/ui/icons.ts';
import styles from './profile-answer.module.css';

interface ProfileAnswerProps {
  answer: PromptAnswer | undefined;
  member: ShownProfile;
  replies: boolean;
}

export function ProfileAnswer({ answer, member, replies }: ProfileAnswerProps) {
  const { t } = useTranslation('prompts');
  if (!answer) return null;
  return (
    <figure className={styles['answer']}>
      <figcaption>{t(answer.prompt)}</figcaption>
      <blockquote>{answer.answer}</blockquote>
      {replies && !member.cam && <Reply answer={answer} member={member} />}
    </figure>
  );
}

/** Opens the conversation with the answer quoted above the field, which shows the price of the message. */
function Reply({ answer: { prompt }, member: { id, name } }: { answer: PromptAnswer; member: ShownProfile }) {
  const { t } = useTranslation(['members', 'prompts']);
  const openSignup = useOpenSignup();
  const content = (
    <>
      <IconMessage size={18} aria-hidden="true" />
      {t('profile.reply')}
      <span className="visually-hidden">{t(prompt, { ns: 'prompts' })}</span>
    </>
  );
  return useUser() ? (
    <Link to={`/members/${id}/chat?about=${prompt}`} className={styles['reply']}>
      {content}
    </Link>
  ) : (
    <button
      type="button"
      className={styles['reply']}
      onClick={() => openSignup({ act: 'chat', profile: id, name })}
    >
      {content}
    </button>
  );
}
