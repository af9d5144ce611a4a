import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { showLiked } from '#web/likes/liked-cards.ts';
import { useNavigate } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { leaveSite } from '#web/safety/leave-site.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import {
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconBell,
  IconBellOff,
  IconHeartOff,
  IconLogout,
  IconMapPin,
  IconMarkUnread,
  IconPhone,
  IconShield,
  IconTrash,
  IconVideo,
} from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { toast } from '#web/ui/toasts.tsx';
import { wantCall } from '#web/video-calls/wanted-call.ts';
import { useArchive } from './use-archive.ts';
import { useArrange } from './use-arrange.ts';
import { useRemove } from './use-remove.ts';

const AskForPhotos = lazyPart(() => import('#web/chat/ask-for-photos.tsx'));

interface HeaderMenuProps {
  chat: Chat;
  onBlock: () => void;
  onMute: () => void;
}

/** The entries of a conversation's menu that work only with scripts. */
export default function HeaderMenu({ chat, onBlock, onMute }: HeaderMenuProps) {
  const { profile, conversation, blocked } = chat;
  const { t } = useTranslation(['chat', 'chat_order']);
  const remove = useRemove();
  const unmatch = useUnmatch(remove);
  const { leave_url } = useSettings();
  return (
    <>
      <CallEntries chat={chat} />
      {!blocked && chat.photo_request === 'none' && (
        <Suspense>
          <AskForPhotos profile={profile} />
        </Suspense>
      )}
      {conversation && !chat.request && (
        <OrderEntries profile={profile} conversation={conversation} onMute={onMute} />
      )}
      {conversation && !blocked && profile.kind === 'member' && (
        <Link to="/share-date" state={{ who: profile.name }}>
          <IconMapPin size={18} aria-hidden="true" />
          {t('chat_order:share_date')}
        </Link>
      )}
      <Link to="/safety">
        <IconShield size={18} aria-hidden="true" />
        {t('chat_order:safety')}
      </Link>
      <button type="button" onClick={() => leaveSite(leave_url)}>
        <IconLogout size={18} aria-hidden="true" />
        {t('chat_order:leave')}
      </button>
      {!blocked && (
        <button type="button" onClick={onBlock}>
          <IconBan size={18} aria-hidden="true" />
          {t('header.block')}
        </button>
      )}
      {conversation && profile.liked && (
        <button type="button" onClick={() => void unmatch(profile, conversation.id)}>
          <IconHeartOff size={18} aria-hidden="true" />
          {t('header.unmatch')}
        </button>
      )}
      {conversation && (
        <button type="button" onClick={() => void remove(conversation.id)}>
          <IconTrash size={18} aria-hidden="true" />
          {t('header.remove')}
        </button>
      )}
    </>
  );
}

function CallEntries({ chat: { profile, conversation, blocked, request } }: { chat: Chat }) {
  const { video_calls } = useSettings();
  const canCall = video_calls && conversation && !blocked && !request && profile.kind === 'member';
  return canCall && <CallButtons profile={profile} />;
}

function CallButtons({ profile }: { profile: Chat['profile'] }) {
  const { t } = useTranslation('video_calls');
  return (
    <>
      <button type="button" onClick={() => wantCall({ profile, kind: 'video' })}>
        <IconVideo size={18} aria-hidden="true" />
        {t('menu.video')}
      </button>
      <button type="button" onClick={() => wantCall({ profile, kind: 'voice' })}>
        <IconPhone size={18} aria-hidden="true" />
        {t('menu.voice')}
      </button>
    </>
  );
}

interface OrderEntriesProps {
  profile: Chat['profile'];
  conversation: NonNullable<Chat['conversation']>;
  onMute: () => void;
}

function OrderEntries({ profile, conversation: { id, muted, archived }, onMute }: OrderEntriesProps) {
  const { t } = useTranslation(['chat_order', 'chat']);
  const arrange = useArrange();
  const archive = useArchive();
  const navigate = useNavigate();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          // An open conversation counts as read.
          void navigate('/chats');
          arrange({ conversation: id, unread: true });
        }}
      >
        <IconMarkUnread size={18} aria-hidden="true" />
        {t('mark_unread')}
      </button>
      <button type="button" onClick={() => (muted ? arrange({ conversation: id, mute: null }) : onMute())}>
        {muted ? <IconBell size={18} aria-hidden="true" /> : <IconBellOff size={18} aria-hidden="true" />}
        {t(muted ? 'unmute' : 'mute')}
      </button>
      {archived ? (
        <button type="button" onClick={() => arrange({ conversation: id, archived: false })}>
          <IconArchiveOff size={18} aria-hidden="true" />
          {t('unarchive')}
        </button>
      ) : (
        <button
          type="button"
          onClick={() => {
            void navigate('/chats');
            archive(id, profile, false);
          }}
        >
          <IconArchive size={18} aria-hidden="true" />
          {t('chat:list.archive')}
        </button>
      )}
    </>
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
