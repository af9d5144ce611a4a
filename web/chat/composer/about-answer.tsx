import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import QuotedAnswer from '#web/messages/quoted-answer.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useMember } from '#web/session/use-session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { IconHeart, IconX } from '#web/ui/icons.ts';
import styles from './about-answer.module.css';

interface AboutAnswerProps {
  profile: number;
  prompt: string;
  /** Sending the message also gives a like. */
  givesLike: boolean;
  onForget: () => void;
}

/** The quote above the field, with a button to write without it. */
export default function AboutAnswer({ profile, prompt, givesLike, onForget }: AboutAnswerProps) {
  const { t } = useTranslation('chat');
  const { intimate_consent } = useMember();
  const member = useQueryClient().getQueryData(callQuery('member', { query: { id: profile } }).queryKey);
  return (
    <div className={styles['about']}>
      <div>
        <QuotedAnswer
          prompt={prompt}
          answer={member?.prompts.find((one) => one.prompt === prompt)?.answer}
          picture={member?.photos.find(({ id, locked }) => !locked && `photo:${id}` === prompt)}
        />
        {givesLike && !intimate_consent?.withdrawn_at && (
          <p className={styles['like']}>
            <IconHeart size={16} aria-hidden="true" />
            {t('composer.gives_like')}
          </p>
        )}
      </div>
      <IconButton label={t('composer.without_quote')} onClick={onForget}>
        <IconX size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
