import { clsx } from 'clsx';
import { memo, Suspense, useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import {
  AnswerLines,
  GiftBubble,
  MessageContent,
  MessageMeta,
  QuoteLines,
  Reactions,
  Side,
} from '#web/messages/plain-message.tsx';
import { Link } from '#web/router/link.tsx';
import type { UnsentEdit, UnsentMessage } from '#web/session/unsent-db.ts';
import { IconClock, IconMoodSmile, IconReply } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import type { MessageNote } from './notes/message-notes.ts';
import styles from '#web/messages/bubble.module.css';

const CoveredActs = lazyPart(() => import('./covered/covered-acts.tsx'));
const Note = lazyPart(() => import('./notes/message-note.tsx'));
const UnsentFile = lazyPart(() => import('./outbox/unsent-file.tsx'));
const UnsentFailed = lazyPart(() => import('./outbox/unsent-failed.tsx'));
const EditState = lazyPart(() => import('./message-acts/edit-state.tsx'));

export interface MessageActs {
  onMenu: (message: Message) => void;
  onReply: (message: Message) => void;
}

interface MessageBubbleProps extends MessageActs {
  message: Message;
  own: boolean;
  last: boolean;
  newest: boolean;
  profile: ProfileCard;
  note?: MessageNote | undefined;
  /** An edit that the server has not acknowledged. */
  edit?: UnsentEdit | undefined;
}

/**
 * A stored message: text, image, gift or the placeholder of a deleted one. URLs in texts do not become links.
 * Memoized, so that a new message renders only the bubbles next to it again.
 */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, own, last, newest, profile, note, edit } = props;
  const { t } = useTranslation('chat');
  // On touch screens a tap on the message reveals its actions.
  const [touched, setTouched] = useState(false);
  const acts = message.kind !== 'deleted' && <ActButtons {...props} />;
  const { quote } = message;
  return (
    <Side own={own} last={last}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keys reach the buttons themselves, which show on focus */}
      <div
        className={styles['line']}
        data-message={message.id}
        data-touched={touched || undefined}
        onClick={() => setTouched(!touched)}
      >
        {own && acts}
        <MessageContent
          message={message}
          own={own}
          listen="member"
          cover={(image) => (
            <Suspense>
              <CoveredActs message={message} image={image} profile={profile} />
            </Suspense>
          )}
          above={
            quote &&
            (quote.kind === 'deleted' ? (
              <QuoteLines quote={quote} profile={profile} />
            ) : (
              <Link to={`?message=${quote.id}`} replace preventScrollReset title={t('quote.jump')}>
                <QuoteLines quote={quote} profile={profile} />
              </Link>
            ))
          }
        />
        {!own && acts}
      </div>
      <Reactions message={message} own={own} name={profile.name} onPress={() => props.onMenu(message)} />
      {note && (
        <Suspense>
          <Note note={note} message={message} profile={profile} />
        </Suspense>
      )}
      {edit ? (
        <Suspense>
          <EditState edit={edit} />
        </Suspense>
      ) : (
        (last || newest || message.edited_at) && <MessageMeta message={message} own={own} newest={newest} />
      )}
    </Side>
  );
});

/** Visible on hover and keyboard focus. */
function ActButtons({ message, own, onMenu, onReply }: MessageBubbleProps) {
  const { t } = useTranslation('chat');
  const menu = (
    <button
      type="button"
      className={styles['act']}
      aria-haspopup="dialog"
      aria-label={t('acts.menu')}
      title={t('acts.menu')}
      onClick={() => onMenu(message)}
    >
      <IconMoodSmile size={19} />
    </button>
  );
  return (
    <span className={styles['acts']}>
      {!own && menu}
      {/* The menu has it for keyboards too. */}
      <button
        type="button"
        className={styles['act']}
        tabIndex={-1}
        aria-label={t('acts.reply')}
        title={t('acts.reply')}
        onClick={() => onReply(message)}
      >
        <IconReply size={19} />
      </button>
      {own && menu}
    </span>
  );
}

export function UnsentBubble({
  unsent,
  last,
  profile,
}: {
  unsent: UnsentMessage;
  last: boolean;
  profile: ProfileCard;
}) {
  const { t } = useTranslation('chat');
  const failed = unsent.state === 'failed';
  const { quote, about } = unsent;
  const above = (
    <>
      {about && <AnswerLines prompt={about} />}
      {quote && <QuoteLines quote={quote} profile={profile} />}
    </>
  );
  return (
    <Side own last={last || failed}>
      <div className={clsx(styles['line'], failed ? styles['failed'] : styles['sending'])}>
        {unsent.kind === 'text' && (
          <p className={styles['bubble']}>
            {above}
            {unsent.text}
          </p>
        )}
        {unsent.kind === 'gift' && <GiftBubble gift={unsent.gift} own />}
        {'file' in unsent && (
          <Suspense>
            <UnsentFile unsent={unsent} above={above} />
          </Suspense>
        )}
      </div>
      {failed ? (
        <Suspense>
          <UnsentFailed clientId={unsent.client_id} />
        </Suspense>
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
