import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Chat } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { lowCredits } from '#web/session/low-credits.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import {
  IconArrowLeft,
  IconBan,
  IconCoins,
  IconDots,
  IconFlag,
  IconHeartOff,
  IconTrash,
  IconUser,
} from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { showLiked } from '../likes/liked-cards.ts';
import { nameAndAge } from '../ui/name-and-age.ts';
import { reportAddress } from './report-address.ts';
import styles from './conversation-header.module.css';

const BlockDialog = lazy(async () => ({
  default: (await import('#web/complaints/block-dialog.tsx')).BlockDialog,
}));

const AskForPhotos = lazy(() => import('./ask-for-photos.tsx'));

export function ConversationHeader({ chat }: { chat: Chat }) {
  const { profile, conversation, messages, blocked } = chat;
  const { t } = useTranslation('chat');
  const remove = useRemove();
  const unmatch = useUnmatch(remove);
  const [blocking, setBlocking] = useState(false);
  const newestOfTheirs = messages.findLast(({ sender, kind }) => sender === profile.id && kind !== 'deleted');
  const place = profile.city ?? profile.region;
  return (
    <header className={styles['header']}>
      <Link to="/chats" className={styles['back']} aria-label={t('header.back')}>
        <IconArrowLeft size={22} />
      </Link>
      <Link to={`/members/${profile.id}`} className={styles['person']}>
        <Avatar profile={profile} size={80} online />
        <div className={styles['text']}>
          <h1 className={styles['name']}>{nameAndAge(profile)}</h1>
          <span className={styles['where']}>
            <KindLabel profile={profile} plain />
            <span>
              {[t(profile.online ? 'header.online' : 'header.offline'), place].filter(Boolean).join(' · ')}
            </span>
          </span>
        </div>
      </Link>
      <Credits />
      <Menu
        button={<IconDots size={22} />}
        label={t('header.menu', { name: profile.name })}
        buttonClassName={styles['dots']}
      >
        <Link to={`/members/${profile.id}`}>
          <IconUser size={18} aria-hidden="true" />
          {t('header.profile')}
        </Link>
        <Link to={reportAddress(profile.id, newestOfTheirs)}>
          <IconFlag size={18} aria-hidden="true" />
          {t('header.report')}
        </Link>
        {!blocked && chat.photo_request === 'none' && (
          <Suspense>
            <AskForPhotos profile={profile} />
          </Suspense>
        )}
        {!blocked && (
          <button type="button" onClick={() => setBlocking(true)}>
            <IconBan size={18} aria-hidden="true" />
            {t('header.block')}
          </button>
        )}
        {conversation && profile.liked && (
          <button type="button" onClick={() => unmatch(profile, conversation.id)}>
            <IconHeartOff size={18} aria-hidden="true" />
            {t('header.unmatch')}
          </button>
        )}
        {conversation && (
          <button type="button" onClick={() => remove(conversation.id)}>
            <IconTrash size={18} aria-hidden="true" />
            {t('header.remove')}
          </button>
        )}
      </Menu>
      {blocking && (
        <Suspense>
          <BlockDialog open profile={profile} onClose={() => setBlocking(false)} />
        </Suspense>
      )}
    </header>
  );
}

function Credits() {
  const { t } = useTranslation('common');
  const { credits } = useMember();
  const level = credits === 0 ? 'none' : credits <= lowCredits ? 'few' : 'enough';
  return (
    <Link to="/credits" className={styles['coins']} data-level={level}>
      <IconCoins size={18} aria-hidden="true" />
      <span className={styles['amount']} aria-hidden="true">
        {credits}
      </span>
      <span className={styles['amount-words']}>{t('nav.credits_left', { count: credits })}</span>
    </Link>
  );
}

function useUnmatch(remove: (conversation: number) => Promise<void>) {
  const { t } = useTranslation('chat');
  const queries = useQueryClient();
  const api = useApi();
  const { errorText } = useErrorText();
  return async ({ id, name }: Chat['profile'], conversation: number) => {
    try {
      await api.call('unlike', { body: { profile: id } });
      showLiked(queries, id, false);
      void queries.invalidateQueries({ queryKey: ['likes'] });
      await remove(conversation);
      toast('success', t('unmatched', { name }));
    } catch (error) {
      toast('error', errorText(error));
    }
  };
}

/**
 * Removes a conversation from the list optimistically. On failure it shows an alert and restores the list
 * (docs/product.md 4.7).
 */
function useRemove() {
  const queries = useQueryClient();
  const api = useApi();
  const navigate = useNavigate();
  const { errorText } = useErrorText();
  return async (conversation: number) => {
    queries.setQueryData(
      chatsQuery.queryKey,
      (known) =>
        known && { ...known, chats: known.chats.filter((chat) => chat.conversation.id !== conversation) },
    );
    void navigate('/chats');
    try {
      await api.call('deleteChat', { body: { conversation } });
      queries.removeQueries({
        queryKey: ['chat'],
        predicate: ({ state }) => (state.data as Chat | undefined)?.conversation?.id === conversation,
      });
    } catch (error) {
      toast('error', errorText(error));
      void queries.invalidateQueries({ queryKey: ['chats'] });
    }
  };
}
