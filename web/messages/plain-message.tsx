import { clsx } from 'clsx';
import { type ReactNode, Suspense, useState } from 'react';
import type { Message, Quote } from '#contract/chat/conversations.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconCheck, IconChecks, IconCoins } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import { useExcerpt } from './use-excerpt.ts';
import styles from './bubble.module.css';

const Gift = lazyPart(() => import('./gift.tsx'));
// Few messages are about an answer.
const QuotedAnswer = lazyPart(() => import('./quoted-answer.tsx'));
const UnseenImage = lazyPart(() => import('./unseen-image.tsx'));
const Album = lazyPart(() => import('./album/album.tsx'));
const Voice = lazyPart(() => import('./voice.tsx'));
const ImageViewer = lazyDialog(() => import('./album/album-viewer.tsx'));

interface PlainMessageProps {
  message: Message;
  own: boolean;
  profile: { id: number; name: string };
  acts?: ReactNode;
  cover?: Cover | undefined;
  listen?: Listen | undefined;
}

export function PlainMessage({ message, own, profile, acts, cover, listen }: PlainMessageProps) {
  const { quote } = message;
  return (
    <Side own={own} last>
      <div className={styles['line']}>
        <MessageContent
          message={message}
          own={own}
          cover={cover}
          listen={listen}
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

/** The recipient's choices below an image that is blurred or can be seen once. */
export type Cover = (image: number) => ReactNode;

/** Marks a received voice message as listened to; `member` for the member who plays it. */
export type Listen = 'member' | ((voice: number) => Promise<unknown>);

interface ContentProps {
  message: Message;
  own: boolean;
  /** The quote of a reply. */
  above?: ReactNode;
  cover?: Cover | undefined;
  listen?: Listen | undefined;
}

export function MessageContent({ message, own, above: quote, cover, listen }: ContentProps) {
  const { t } = useTranslation('chat');
  const { about } = message;
  const above = (
    <>
      {about &&
        (about.kind === 'prompt' ? (
          <AnswerLines prompt={about.id} answer={about.answer} />
        ) : (
          <AnswerLines prompt="photo" message={listen === 'member' ? message : undefined} />
        ))}
      {quote}
    </>
  );
  if (message.kind === 'deleted')
    return (
      <p className={clsx(styles['bubble'], styles['gone'])}>{t(own ? 'deleted.own' : 'deleted.theirs')}</p>
    );
  if (message.kind === 'gift' && message.gift) return <GiftBubble gift={message.gift.id} own={own} />;
  if (message.kind === 'image')
    return <ImageBubble message={message} own={own} above={above} cover={cover} />;
  if (message.voice)
    return (
      <Suspense>
        <Voice voice={message.voice} above={above} listen={own ? undefined : listen} />
      </Suspense>
    );
  return (
    <p className={styles['bubble']}>
      {above}
      {message.text}
    </p>
  );
}

/**
 * The answer or photo on a profile that a message is about. Until the message is stored, only its prompt is known. A photo
 * is shown to the two members only, who name the `message`.
 */
export function AnswerLines(props: { prompt: string; answer?: string; message?: Message | undefined }) {
  return (
    <Suspense fallback={props.answer}>
      <QuotedAnswer {...props} />
    </Suspense>
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

interface ImageBubbleProps {
  message: Message;
  own: boolean;
  above?: ReactNode;
  cover: Cover | undefined;
}

function ImageBubble({ message: { image, images, text }, own, above, cover }: ImageBubbleProps) {
  if (images)
    return (
      <Suspense>
        <Album images={images} own={own} text={text} above={above} cover={cover} />
      </Suspense>
    );
  if (image?.filename && image.thumb_filename)
    return <ClearImage image={image} thumb={image.thumb_filename} text={text} own={own} above={above} />;
  return (
    <Suspense>
      <UnseenImage image={image} own={own} text={text} above={above} acts={image && cover?.(image.id)} />
    </Suspense>
  );
}

interface ClearImageProps {
  image: NonNullable<Message['image']>;
  thumb: string;
  text: string | null;
  own: boolean;
  above?: ReactNode;
}

function ClearImage({ image, thumb, text, own, above }: ClearImageProps) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  const caption =
    image.status === 'inspecting' ? t('image.inspecting_own') : image.covered ? t('covered.own') : null;
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
          src={thumb}
          style={colourBeneath(image)}
          alt={t(own ? 'image.own' : 'image.theirs')}
          width={image.width}
          height={image.height}
          loading="lazy"
          decoding="async"
        />
      </button>
      {text && <p className={styles['caption']}>{text}</p>}
      {caption && <figcaption>{caption}</figcaption>}
      {open && <ImageViewer images={[image]} own={own} first={0} onClose={() => setOpen(false)} />}
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
