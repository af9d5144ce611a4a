import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { isGift } from '#contract/rules/chat-rules.ts';
import { GiftDrawing } from '#web/drawings/gift-drawing.tsx';
import { useGiftName } from '#web/drawings/use-gifts.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconCheck, IconChecks, IconCoins, IconPhoto } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import styles from './bubble.module.css';

export function PlainMessage({ message, own }: { message: Message; own: boolean }) {
  return (
    <Side own={own} last>
      <div className={styles['line']}>
        <MessageContent message={message} own={own} />
      </div>
      <MessageMeta message={message} own={own} newest={false} />
    </Side>
  );
}

interface MetaProps {
  message: Message;
  own: boolean;
  /** True if this is the member's newest message, the only one with a read receipt. */
  newest: boolean;
}

export function MessageMeta({ message, own, newest }: MetaProps) {
  const { t } = useTranslation('chat');
  const { time } = useFormats();
  const sentAt = time(message.created_at);
  const showsState = newest && message.kind !== 'deleted';
  const StateIcon = message.read ? IconChecks : IconCheck;
  return (
    <p className={styles['meta']}>
      <time dateTime={message.created_at}>
        {showsState ? t(message.read ? 'state.read' : 'state.sent', { time: sentAt }) : sentAt}
      </time>
      {showsState && <StateIcon size={15} aria-hidden="true" />}
      {own && !!message.credits && (
        <span className={styles['cost']}>
          <IconCoins size={13} aria-hidden="true" />
          <span className="visually-hidden">{t('cost', { count: message.credits })}</span>
          <span aria-hidden="true">{message.credits}</span>
        </span>
      )}
    </p>
  );
}

export function MessageContent({ message, own }: { message: Message; own: boolean }) {
  const { t } = useTranslation('chat');
  if (message.kind === 'deleted')
    return (
      <p className={clsx(styles['bubble'], styles['gone'])}>{t(own ? 'deleted.own' : 'deleted.theirs')}</p>
    );
  if (message.kind === 'gift' && message.gift) return <GiftBubble gift={message.gift.id} own={own} />;
  if (message.kind === 'image') return <ImageBubble image={message.image} own={own} />;
  return <p className={styles['bubble']}>{message.text}</p>;
}

export function GiftBubble({ gift, own }: { gift: string; own: boolean }) {
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
      <button
        type="button"
        aria-label={t('image.open')}
        onClick={() => setOpen(true)}
        style={{ aspectRatio: `${image.width} / ${image.height}` }}
      >
        <img
          src={image.thumb_filename}
          alt={t(own ? 'image.own' : 'image.theirs')}
          width={image.width}
          height={image.height}
          loading="lazy"
          decoding="async"
        />
      </button>
      {image.status === 'inspecting' && <figcaption>{t('image.inspecting_own')}</figcaption>}
      <Modal open={open} onClose={() => setOpen(false)} title={t('image.open')} hideTitle size="l">
        <img
          className={styles['whole']}
          src={image.filename}
          alt={t(own ? 'image.own' : 'image.theirs')}
          width={image.width}
          height={image.height}
        />
      </Modal>
    </figure>
  );
}

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

export function Side({ own, last, children }: { own: boolean; last: boolean; children: ReactNode }) {
  return (
    <div className={clsx(styles['side'], own ? styles['own'] : styles['theirs'], last && styles['last'])}>
      {children}
    </div>
  );
}
