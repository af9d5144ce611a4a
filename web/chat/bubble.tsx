import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import type { Message } from '#contract/chat.ts';
import type { FraudSign } from '#contract/rules/fraud-rules.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useApi } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { IconAlert, IconCheck, IconChecks, IconClock, IconCoins, IconFlag, IconPhoto, IconRefresh, IconShield, IconTrash } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { asDeleted, placeMessage } from './chat-query.ts';
import { FileImage } from './file-image.tsx';
import { isGift } from '#contract/rules/chat-rules.ts';
import { GiftDrawing } from './composer/gift-drawing.tsx';
import { useGiftName } from './composer/use-gifts.ts';
import { useOutbox } from './outbox/outbox.ts';
import type { Unsent } from './outbox/unsent-db.ts';
import { reportAddress } from './report-address.ts';
import styles from './bubble.module.css';

interface MessageBubbleProps {
  message: Message;
  own: boolean;
  /** The last of a group: it has a tail and a time. */
  last: boolean;
  /** The newest of one's own: it says what has become of it. */
  newest: boolean;
  profile: ProfileCard;
  /** What whoever reads it should be careful about. */
  hint?: FraudSign | undefined;
  /** Nothing can be done with it here. */
  fixed?: boolean;
}

/** A stored message: text, image, gift or the place of a deleted one. Text is text: links stay words. */
export function MessageBubble({ message, own, last, newest, profile, hint, fixed }: MessageBubbleProps) {
  const { t } = useTranslation('chat');
  const { time } = useFormats();
  // Where nothing hovers, a tap shows what can be done with a message.
  const [touched, setTouched] = useState(false);
  return (
    <Side own={own} last={last}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keys reach the buttons themselves, which show on focus */}
      <div className={styles['line']} data-touched={touched || undefined} onClick={() => setTouched(!touched)}>
        {own && !fixed && message.kind !== 'deleted' && <DeleteButton message={message} profile={profile.id} />}
        <MessageContent message={message} own={own} />
        {!own && !fixed && message.kind !== 'deleted' && (
          <Link to={reportAddress(profile.id, message)} className={styles['act']} aria-label={t('report_message')} title={t('report_message')}>
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
      {(last || newest) && (
        <p className={styles['meta']}>
          <time dateTime={message.created_at}>
            {newest && message.kind !== 'deleted'
              ? t(message.read ? 'state.read' : 'state.sent', { time: time(message.created_at) })
              : time(message.created_at)}
          </time>
          {newest && message.kind !== 'deleted' && (message.read ? <IconChecks size={15} aria-hidden="true" /> : <IconCheck size={15} aria-hidden="true" />)}
          {own && !!message.credits && (
            <span className={styles['cost']}>
              <IconCoins size={13} aria-hidden="true" />
              <span className="visually-hidden">{t('cost', { count: message.credits })}</span>
              <span aria-hidden="true">{message.credits}</span>
            </span>
          )}
        </p>
      )}
    </Side>
  );
}

function MessageContent({ message, own }: { message: Message; own: boolean }) {
  const { t } = useTranslation('chat');
  if (message.kind === 'deleted') return <p className={clsx(styles['bubble'], styles['gone'])}>{t(own ? 'deleted.own' : 'deleted.theirs')}</p>;
  if (message.kind === 'gift' && message.gift) return <GiftBubble gift={message.gift.id} own={own} />;
  if (message.kind === 'image') return <ImageBubble image={message.image} own={own} />;
  return <p className={styles['bubble']}>{message.text}</p>;
}

/** A message on its way, or one that could not be sent: it keeps its words and offers to try again. */
export function UnsentBubble({ unsent, last }: { unsent: Unsent; last: boolean }) {
  const { t } = useTranslation('chat');
  const outbox = useOutbox();
  const failed = unsent.state === 'failed';
  return (
    <Side own last={last || failed}>
      <div className={clsx(styles['line'], failed ? styles['failed'] : styles['sending'])}>
        {unsent.kind === 'text' && <p className={styles['bubble']}>{unsent.text}</p>}
        {unsent.kind === 'gift' && <GiftBubble gift={unsent.gift!} own />}
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

/** Three dots while the other writes. */
export function TypingBubble({ name }: { name: string }) {
  const { t } = useTranslation('chat');
  return (
    <Side own={false} last>
      <p className={clsx(styles['bubble'], styles['typing'])}>
        <span className="visually-hidden">{t('typing.long', { name })}</span>
        <i />
        <i />
        <i />
      </p>
    </Side>
  );
}

function Side({ own, last, children }: { own: boolean; last: boolean; children: ReactNode }) {
  return <div className={clsx(styles['side'], own ? styles['own'] : styles['theirs'], last && styles['last'])}>{children}</div>;
}

function GiftBubble({ gift, own }: { gift: string; own: boolean }) {
  const { t } = useTranslation('chat');
  const nameOf = useGiftName(!isGift(gift));
  return (
    <figure className={clsx(styles['bubble'], styles['gift'])}>
      <GiftDrawing gift={gift} size={112} />
      <figcaption>{t(own ? 'gift.sent' : 'gift.received', { gift: nameOf(gift) })}</figcaption>
    </figure>
  );
}

function ImageBubble({ image, own }: { image: Message['image']; own: boolean }) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  if (!image?.filename || !image.thumb_filename) {
    return (
      <p className={clsx(styles['bubble'], styles['hidden-image'])}>
        <IconPhoto size={26} aria-hidden="true" />
        {t(image?.status !== 'refused' ? 'image.inspecting' : own ? 'image.refused_own' : 'image.refused')}
      </p>
    );
  }
  return (
    <figure className={styles['image']}>
      <button type="button" aria-label={t('image.open')} onClick={() => setOpen(true)} style={{ aspectRatio: `${image.width} / ${image.height}` }}>
        <img src={image.thumb_filename} alt={t(own ? 'image.own' : 'image.theirs')} width={image.width} height={image.height} loading="lazy" decoding="async" />
      </button>
      {image.status === 'inspecting' && <figcaption>{t('image.inspecting_own')}</figcaption>}
      <Modal open={open} onClose={() => setOpen(false)} title={t('image.open')} hideTitle size="l">
        <img className={styles['whole']} src={image.filename} alt={t(own ? 'image.own' : 'image.theirs')} width={image.width} height={image.height} />
      </Modal>
    </figure>
  );
}

function UnsentImage({ unsent }: { unsent: Unsent }) {
  const { t } = useTranslation('chat');
  const share = Math.round((unsent.progress ?? 0) * 100);
  return (
    <figure className={styles['image']}>
      <FileImage file={unsent.file!} alt={t('image.own')} />
      {unsent.state !== 'failed' && (
        <progress className={styles['progress']} max={100} value={share} aria-label={t('image.uploading')}>
          {share}%
        </progress>
      )}
    </figure>
  );
}

/** Shown on hover and by keyboard. Asks first: what it cost does not come back. */
function DeleteButton({ message, profile }: { message: Message; profile: number }) {
  const { t } = useTranslation('chat');
  const queries = useQueryClient();
  const api = useApi();
  const { errorText } = useErrorText();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button goes with the message: the keyboard stays in the conversation.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && document.activeElement === element) element.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
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
      <button ref={button} type="button" className={styles['act']} aria-label={t('delete_message')} title={t('delete_message')} onClick={() => setAsking(true)}>
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
