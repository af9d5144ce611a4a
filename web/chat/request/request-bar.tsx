import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Chat } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './request.module.css';

export default function RequestBar({ chat, conversation }: { chat: Chat; conversation: number }) {
  const { t } = useTranslation('chat');
  const { errorText } = useErrorText();
  const { name } = chat.profile;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const answer = useMutation({
    mutationFn: (accept: boolean) => api.call('answerRequest', { body: { conversation, accept } }),
    async onSuccess(_reply, accept) {
      if (!accept) await navigate('/chats', { replace: true });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['chats'] }),
        accept && queries.invalidateQueries({ queryKey: ['chat'] }),
      ]);
    },
    onError: (error) => toast('error', errorText(error)),
  });
  const busy = (accept: boolean) => answer.isPending && answer.variables === accept;
  return (
    <section className={styles['bar']} aria-label={t('requests.title')}>
      <p>{t('requests.bar', { name })}</p>
      <span className={styles['ways']}>
        <Button size="s" busy={busy(true)} disabled={answer.isPending} onClick={() => answer.mutate(true)}>
          {t('requests.accept')}
        </Button>
        <Button
          size="s"
          look="secondary"
          busy={busy(false)}
          disabled={answer.isPending}
          onClick={() => answer.mutate(false)}
        >
          {t('requests.decline')}
        </Button>
      </span>
    </section>
  );
}
