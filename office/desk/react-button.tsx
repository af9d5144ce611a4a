import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat/conversations.ts';
import { commonReactions } from '#contract/rules/chat-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { apiOf } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { IconMoodSmile } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './desk.module.css';

export function ReactButton({ message: { conversation, id, reactions } }: { message: Message }) {
  const { t } = useTranslation('office/desk');
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const react = useMutation({
    mutationFn: (emoji: string | null) =>
      apiOf(queries).call('deskReact', { body: { conversation, message: id, emoji } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deskThread', conversation] }),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Menu button={<IconMoodSmile size={19} />} label={t('react')} buttonClassName={styles['react']}>
      <div className={styles['reactions']}>
        {commonReactions.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={t('react_with', { emoji })}
            aria-pressed={reactions?.recipient === emoji}
            onClick={() => react.mutate(reactions?.recipient === emoji ? null : emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
    </Menu>
  );
}
