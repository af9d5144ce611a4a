import { clsx } from 'clsx';
import { type KeyboardEvent, memo, Suspense } from 'react';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { useShortTime } from '#web/chat/short-time.ts';
import { useTyping } from '#web/chat/typing.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useExcerpt } from '#web/messages/use-excerpt.ts';
import { useParams, useRouteName } from '#web/router/hooks.ts';
import { NavLink } from '#web/router/link.tsx';
import { useStoredDraft } from '#web/session/draft.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconDots } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import styles from './conversation-list.module.css';

const OrderMarks = lazyPart(() => import('#web/chat/order/order-marks.tsx'));

interface EntryProps {
  chat: ChatSummary;
  member: number;
  onMenu: (chat: ChatSummary) => void;
}

/** Memoized, so that a new message renders only its own conversation again. */
export const Entry = memo(function Entry({ chat, member, onMenu }: EntryProps) {
  const { conversation, profile, num_unread_messages: unread, last_message: last } = chat;
  const { t } = useTranslation('chat');
  const shortTime = useShortTime();
  const isOpen = useIsOpen(chat);
  const at = last?.created_at ?? conversation.last_message_at;
  // The menu key and its substitute, as for the menus of the system.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    onMenu(chat);
  };
  return (
    <li className={styles['item']} data-archive={t('list.archive')}>
      <NavLink
        to={`/chats/${conversation.id}`}
        data-chat={conversation.id}
        className={clsx(
          styles['entry'],
          isOpen && styles['here'],
          (unread > 0 || chat.marked_unread) && styles['news'],
        )}
        onKeyDown={onKeyDown}
      >
        <Avatar profile={profile} size={56} online />
        <span className={styles['text']}>
          <span className={styles['name']}>
            {profile.name}
            <KindLabel profile={profile} plain />
          </span>
          <Said chat={chat} member={member} isOpen={isOpen} />
        </span>
        <span className={styles['end']}>
          <time dateTime={at} suppressHydrationWarning>
            {shortTime(at)}
          </time>
          <span className={styles['marks']}>
            {(chat.muted || chat.pinned) && (
              <Suspense>
                <OrderMarks chat={chat} />
              </Suspense>
            )}
            <Badge
              count={unread}
              label={t('common:nav.unread', { count: unread })}
              tone={chat.muted ? 'quiet' : 'red'}
            />
            {chat.marked_unread && unread === 0 && (
              <span className={styles['dot']} role="img" aria-label={t('list.unread')} />
            )}
          </span>
        </span>
      </NavLink>
      <button
        type="button"
        className={styles['more']}
        aria-haspopup="dialog"
        aria-label={t('list.menu', { name: profile.name })}
        onClick={() => onMenu(chat)}
      >
        <IconDots size={20} />
      </button>
    </li>
  );
});

/** The newest message, or what is about to be said: a draft of the member on this device. */
function Said({ chat, member, isOpen }: Pick<EntryProps, 'chat' | 'member'> & { isOpen: boolean }) {
  const { profile, last_message: last } = chat;
  const { t } = useTranslation('chat');
  const excerpt = useExcerpt();
  const typing = useTyping(profile.id);
  const draft = useStoredDraft(member, profile.id).trim();
  const said = last && excerpt(last);
  return (
    <span className={styles['said']}>
      {typing ? (
        <em>{t('typing.short')}</em>
      ) : draft && !isOpen ? (
        <>
          <em>{t('list.draft')}</em> {draft}
        </>
      ) : last?.sender === member ? (
        t('list.you', { said })
      ) : (
        said
      )}
    </span>
  );
}

function useIsOpen({ conversation, profile }: ChatSummary): boolean {
  const id = Number(useParams()['id']);
  const route = useRouteName();
  return route === 'chats-id' ? id === conversation.id : route === 'members-id-chat' && id === profile.id;
}
