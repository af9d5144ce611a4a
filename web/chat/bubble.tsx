import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Message } from '#contract/chat/conversations.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { FraudSign } from '#contract/rules/fraud-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { GiftBubble, MessageContent, MessageMeta, Side } from '#web/messages/plain-message.tsx';
import type { Unsent } from '#web/session/unsent-db.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconAlert, IconClock, IconFlag, IconRefresh, IconShield, IconTrash } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { asDeleted, placeMessage } from './chat-query.ts';
import { FileImage } from './file-image.tsx';
import { useOutbox } from './outbox/outbox.ts';
import { reportAddress } from './report-address.ts';
import styles from '#web/messages/bubble.module.css';

interface MessageBubbleProps {
  message: Message;
  own: boolean;
  last: boolean;
  newest: boolean;
  profile: ProfileCard;
  hint?: FraudSign | undefined;
}

/**
 * A stored message: text, image, gift or the placeholder of a deleted one. URLs in texts do not become links.
 */
export function MessageBubble({ message, own, last, newest, profile, hint }: MessageBubbleProps) {
  const { t } = useTranslation('chat');
  // On touch screens a tap on the message reveals its actions.
  const [touched, setTouched] = useState(false);
  const hasActions = message.kind !== 'deleted';
  return (
    <Side own={own} last={last}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keys reach the buttons themselves, which show on focus */}
      <div
        className={styles['line']}
        data-touched={touched || undefined}
        onClick={() => setTouched(!touched)}
      >
        {own && hasActions && <DeleteButton message={message} profile={profile.id} />}
        <MessageContent message={message} own={own} />
        {!own && hasActions && (
          <Link
            to={reportAddress(profile.id, message)}
            className={styles['act']}
            aria-label={t('report_message')}
            title={t('report_message')}
          >
            <IconFlag size={17} />
          </Link>
        )}
      </div>
      {hint && (
        <p className={styles['hint']}>
          <IconShield size={15} aria-hidden="true" />
          {t(`careful.${hint}`)}
        </p>
      )}
      {(last || newest) && <MessageMeta message={message} own={own} newest={newest} />}
    </Side>
  );
}

export function UnsentBubble({ unsent, last }: { unsent: Unsent; last: boolean }) {
  const { t } = useTranslation('chat');
  const outbox = useOutbox();
  const failed = unsent.state === 'failed';
  return (
    <Side own last={last || failed}>
      <div className={clsx(styles['line'], failed ? styles['failed'] : styles['sending'])}>
        {unsent.kind === 'text' && <p className={styles['bubble']}>{unsent.text}</p>}
        {unsent.kind === 'gift' && <GiftBubble gift={unsent.gift} own />}
        {unsent.kind === 'image' && <UnsentImage unsent={unsent} />}
      </div>
      {failed ? (
        <p className={clsx(styles['meta'], styles['problem'])} role="alert">
          <IconAlert size={15} aria-hidden="true" />
          {t('state.failed')}
          <button type="button" onClick={() => outbox.retry(unsent.client_id)}>
            <IconRefresh size={15} aria-hidden="true" />
            {t('common:retry')}
          </button>
          <button type="button" onClick={() => outbox.discard(unsent.client_id)}>
            {t('state.discard')}
          </button>
        </p>
      ) : (
        last && (
          <p className={styles['meta']}>
            {t('state.sending')}
            <IconClock size={14} aria-hidden="true" />
          </p>
        )
      )}
    </Side>
  );
}

function UnsentImage({ unsent }: { unsent: Extract<Unsent, { kind: 'image' }> }) {
  const { t } = useTranslation('chat');
  const share = Math.round((unsent.progress ?? 0) * 100);
  return (
    <figure className={styles['image']}>
      <FileImage file={unsent.file} alt={t('image.own')} />
      {unsent.state !== 'failed' && (
        <progress className={styles['progress']} max={100} value={share} aria-label={t('image.uploading')}>
          {share}%
        </progress>
      )}
    </figure>
  );
}

/**
 * Deletes a message after confirmation, because its credits are not returned. Visible on hover and keyboard
 * focus.
 */
function DeleteButton({ message, profile }: { message: Message; profile: number }) {
  const { t } = useTranslation('chat');
  const queries = useQueryClient();
  const api = useApi();
  const { errorText } = useErrorText();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The focused button disappears with the message, so move the focus within the conversation.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && document.activeElement === element)
        element.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    };
  }, []);
  const remove = useMutation({
    mutationFn: () => api.call('deleteMessage', { body: { message: message.id } }),
    onMutate: () => placeMessage(queries, asDeleted(message), profile),
    onError: (error) => {
      placeMessage(queries, message, profile);
      toast('error', errorText(error));
    },
  });
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['act']}
        aria-label={t('delete_message')}
        title={t('delete_message')}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={17} />
      </button>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={t('delete_title')}
        size="s"
        footer={
          <>
            <Button look="quiet" onClick={() => setAsking(false)}>
              {t('common:cancel')}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                setAsking(false);
                remove.mutate();
              }}
            >
              {t('delete_message')}
            </Button>
          </>
        }
      >
        {t('delete_confirm')}
      </Modal>
    </>
  );
}
