import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat/conversations.ts';
import { placeMessage } from '#web/chat/chat-query.ts';
import { reportAddress } from '#web/chat/report-address.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import OnceOpener from '#web/messages/once-opener.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './once-acts.module.css';

interface OnceActsProps {
  message: Message;
  image: NonNullable<Message['image']>;
  profile: { id: number };
}

/** The recipient opens an image that can be seen once, or declines one that may be intimate. */
export default function OnceActs({ message, image, profile }: OnceActsProps) {
  const { t } = useTranslation('chat');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const place = (answer: { message: Message }) => placeMessage(queries, answer.message, profile.id);
  const decline = useMutation({
    mutationFn: () => api.call('answerImage', { body: { image: image.id, show: false } }),
    onSuccess: place,
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <OnceOpener
      image={image}
      open={async (opening) => {
        const opened = await api.call('openImage', { body: { image: image.id, opening } });
        place(opened);
        return opened;
      }}
      others={
        image.covered && (
          <Button size="s" look="quiet" busy={decline.isPending} onClick={() => decline.mutate()}>
            {t('covered.decline')}
          </Button>
        )
      }
      below={
        <p className={styles['report']}>
          <Link to={reportAddress(profile.id, message)}>{t('report_message')}</Link>
        </p>
      }
    />
  );
}
