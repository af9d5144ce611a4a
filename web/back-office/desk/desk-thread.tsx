import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { MessageBubble, TypingBubble } from '#web/chat/bubble.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { callQuery } from '#web/session/query-client.ts';
import { useApi } from '#web/session/use-session.ts';
import { isRefusal } from '#web/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconChevronLeft } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { DeskComposer } from './desk-composer.tsx';
import { DeskSide } from './desk-side.tsx';
import { HandOver } from './hand-over.tsx';
import { LoadFailed } from '#web/chat/load-failed.tsx';
import styles from './desk.module.css';

/** One conversation on the desk: what was said, the composer while it is the writer's, and beside it who the two are. */
export function DeskThread({ conversation, typing, onClose }: { conversation: number; typing: boolean; onClose: () => void }) {
  const { t } = useTranslation('back_office_desk');
  const { errorText } = useErrorText();
  const { data: thread, error, refetch } = useQuery(callQuery('deskThread', { query: { conversation } }));
  const end = useRef<HTMLDivElement>(null);
  const newest = thread?.chat.messages.at(-1)?.id;
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [newest, typing]);

  if (!thread) {
    return (
      <section className={styles['thread']}>
        {error ? <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed> : <TextSkeleton lines={8} />}
      </section>
    );
  }
  const { chat, profile, member } = thread;
  return (
    <>
      <section className={styles['thread']} aria-label={t('between', { member: member.name, profile: profile.name })}>
        <header className={styles['thread-head']}>
          <IconButton className={styles['back']} label={t('back')} onClick={onClose}>
            <IconChevronLeft size={22} />
          </IconButton>
          <Avatar profile={profile} size={40} />
          <div>
            <h2>{t('as', { name: profile.name })}</h2>
            <KindLabel profile={profile} plain />
          </div>
          <Claim conversation={conversation} mine={thread.mine} by={thread.claimed_by} />
        </header>
        <div className={styles['messages']} role="log" tabIndex={0} aria-label={t('messages')}>
          {chat.hidden_older && <p className={styles['note']}>{t('older_hidden')}</p>}
          {chat.messages.map((message) => (
            <MessageBubble key={message.id} message={message} own={message.sender === profile.id} last newest={false} profile={member} fixed />
          ))}
          {typing && <TypingBubble name={member.name} />}
          <div ref={end} />
        </div>
        {thread.spending.stops ? (
          <Alert tone="warning">{t(thread.spending.paused_until ? 'stops_paused' : 'stops_cap', { name: member.name })}</Alert>
        ) : thread.mine ? (
          <DeskComposer conversation={conversation} askedIfReal={thread.asked_if_real} openings={chat.messages.length === 0 ? thread.openings : []} />
        ) : (
          <p className={styles['note']}>{t('take_first')}</p>
        )}
      </section>
      <DeskSide thread={thread} conversation={conversation} />
    </>
  );
}

/** Takes a conversation, hands it over, or takes it from another writer after asking. */
function Claim({ conversation, mine, by }: { conversation: number; mine: boolean; by: { name: string } | null }) {
  const { t } = useTranslation('back_office_desk');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const claim = useMutation({
    mutationFn: (takeover: boolean) => api.call('deskClaim', { body: { conversation, takeover } }),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['deskThread'] });
      void queries.invalidateQueries({ queryKey: ['desk'] });
    },
  });
  if (mine) return <HandOver conversation={conversation} />;
  const other = by ?? (isRefusal(claim.error, 'desk_claimed') ? { name: String(claim.error.params['name']) } : null);
  return (
    <div className={styles['claim']}>
      {other && <span>{t('answered_by', { name: other.name })}</span>}
      <Button size="s" look={other ? 'secondary' : 'primary'} busy={claim.isPending} onClick={() => claim.mutate(other !== null)}>
        {t(other ? 'take_over' : 'take')}
      </Button>
    </div>
  );
}
