import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Message, Quote } from '#contract/chat/conversations.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconCheck, IconChecks, IconCoins, IconPhoto } from '#web/ui/icons.ts';
import { useExcerpt } from './use-excerpt.ts';
import styles from './bubble.module.css';

const Gift = lazy(() => import('./gift.tsx'));
const WholeImage = lazy(() => import('./whole-image.tsx'));

interface PlainMessageProps {
  message: Message;
  own: boolean;
  /** The other side of the conversation. */
  profile: { id: number; name: string };
  acts?: ReactNode;
}

export function PlainMessage({ message, own, profile, acts }: PlainMessageProps) {
  const { quote } = message;
  return (
    <Side own={own} last>
      <div className={styles['line']}>
        <MessageContent
          message={message}
          own={own}
          above={quote && <QuoteLines quote={quote} profile={profile} />}
        />
        {acts}
      </div>
      <Reactions message={message} own={own} name={profile.name} />
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
      {message.edited_at && message.kind !== 'deleted' && <span>{t('edited')}</span>}
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

/** `above` is the quote of a reply. */
export function MessageContent({
  message,
  own,
  above,
}: {
  message: Message;
  own: boolean;
  above?: ReactNode;
}) {
  const { t } = useTranslation('chat');
  if (message.kind === 'deleted')
    return (
      <p className={clsx(styles['bubble'], styles['gone'])}>{t(own ? 'deleted.own' : 'deleted.theirs')}</p>
    );
  if (message.kind === 'gift' && message.gift) return <GiftBubble gift={message.gift.id} own={own} />;
  if (message.kind === 'image') return <ImageBubble message={message} own={own} above={above} />;
  return (
    <p className={styles['bubble']}>
      {above}
      {message.text}
    </p>
  );
}

/** The message that a reply refers to, in two lines. */
export function QuoteLines({ quote, profile }: { quote: Quote; profile: { id: number; name: string } }) {
  const { t } = useTranslation('chat');
  const excerpt = useExcerpt();
  const { kind, sender } = quote;
  return (
    <span className={styles['quote']}>
      {kind !== 'deleted' && <b>{sender === profile.id ? profile.name : t('quote.own')}</b>}
      <span>{excerpt(quote)}</span>
    </span>
  );
}

interface ReactionsProps {
  message: Message;
  own: boolean;
  name: string;
  onPress?: () => void;
}

/** The emoji of both sides, below a message. */
export function Reactions({ message: { reactions, kind }, own, name, onPress }: ReactionsProps) {
  const { t } = useTranslation('chat');
  if (!reactions || kind === 'deleted') return null;
  const { sender, recipient } = reactions;
  const [mine, theirs] = own ? [sender, recipient] : [recipient, sender];
  const label = [
    theirs && t('reaction.theirs', { name, emoji: theirs }),
    mine && t('reaction.own', { emoji: mine }),
  ].filter(Boolean);
  const shown = [...new Set([theirs, mine])].join('\u2009');
  if (!onPress)
    return (
      <p className={styles['reactions']} title={label.join(', ')}>
        {shown}
      </p>
    );
  return (
    <button type="button" className={styles['reactions']} aria-label={label.join(', ')} onClick={onPress}>
      {shown}
    </button>
  );
}

export function GiftBubble(props: { gift: string; own: boolean }) {
  return (
    <Suspense fallback={<div className={clsx(styles['bubble'], styles['gift'], styles['unloaded'])} />}>
      <Gift {...props} />
    </Suspense>
  );
}

function ImageBubble({
  message: { image, text },
  own,
  above,
}: {
  message: Message;
  own: boolean;
  above?: ReactNode;
}) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  if (!image?.filename || !image.thumb_filename) {
    return (
      <p className={clsx(styles['bubble'], styles['hidden-image'])}>
        <IconPhoto size={26} aria-hidden="true" />
        <span>
          {t(image?.status !== 'refused' ? 'image.inspecting' : own ? 'image.refused_own' : 'image.refused')}
          {text && <span className={styles['words']}>{text}</span>}
        </span>
      </p>
    );
  }
  return (
    <figure className={styles['image']}>
      {above}
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
      {text && <p className={styles['caption']}>{text}</p>}
      {image.status === 'inspecting' && <figcaption>{t('image.inspecting_own')}</figcaption>}
      {open && (
        <Suspense>
          <WholeImage image={image} own={own} onClose={() => setOpen(false)} />
        </Suspense>
      )}
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
