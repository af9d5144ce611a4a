import { useState } from 'react';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { MOST_PINNED } from '#contract/rules/chat-rules.ts';
import { ActsDialog } from '#web/chat/message-acts/acts-dialog.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate, useParams, useRouteName } from '#web/router/hooks.ts';
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconMarkUnread,
  IconPin,
  IconPinOff,
  IconTrash,
} from '#web/ui/icons.ts';
import MuteDialog from './mute-dialog.tsx';
import { useArchive } from './use-archive.ts';
import { useArrange } from './use-arrange.ts';
import { useRemove } from './use-remove.ts';
import styles from '#web/chat/message-acts/message-menu.module.css';

interface ChatMenuProps {
  chat: ChatSummary;
  onClose: () => void;
}

export default function ChatMenu({ chat, onClose }: ChatMenuProps) {
  const { t } = useTranslation(['chat_order', 'chat']);
  const [muting, setMuting] = useState(false);
  const { conversation, profile } = chat;
  if (muting) return <MuteDialog conversation={conversation.id} name={profile.name} onClose={onClose} />;
  return (
    <ActsDialog
      label={t('chat:list.menu', { name: profile.name })}
      beside={`[data-chat="${conversation.id}"]`}
      side="right"
      onClose={onClose}
    >
      <Actions chat={chat} onClose={onClose} onMute={() => setMuting(true)} />
    </ActsDialog>
  );
}

function Actions({ chat, onClose, onMute }: ChatMenuProps & { onMute: () => void }) {
  const { t } = useTranslation(['chat_order', 'chat']);
  const { conversation, profile, pinned, archived, muted } = chat;
  const arrange = useArrange();
  const archive = useArchive();
  const remove = useRemove();
  const leave = useLeave(chat);
  const unread = isUnread(chat);
  const close = (act: () => void) => () => {
    onClose();
    act();
  };
  const change = (to: Omit<Parameters<typeof arrange>[0], 'conversation'>) =>
    close(() => arrange({ conversation: conversation.id, ...to }));
  return (
    <ul className={styles['actions']}>
      <li>
        <button type="button" onClick={change({ pinned: !pinned })}>
          {pinned ? <IconPinOff size={20} aria-hidden="true" /> : <IconPin size={20} aria-hidden="true" />}
          {pinned ? t('unpin') : t('pin', { most: MOST_PINNED })}
        </button>
      </li>
      {!unread && (
        <li>
          <button
            type="button"
            onClick={close(() => {
              leave();
              arrange({ conversation: conversation.id, unread: true });
            })}
          >
            <IconMarkUnread size={20} aria-hidden="true" />
            {t('mark_unread')}
          </button>
        </li>
      )}
      <li>
        <button type="button" onClick={muted ? change({ mute: null }) : onMute}>
          {muted ? <IconBell size={20} aria-hidden="true" /> : <IconBellOff size={20} aria-hidden="true" />}
          {t(muted ? 'unmute' : 'mute')}
        </button>
      </li>
      <li>
        {archived ? (
          <button type="button" onClick={change({ archived: false })}>
            <IconArchiveOff size={20} aria-hidden="true" />
            {t('unarchive')}
          </button>
        ) : (
          <button type="button" onClick={close(() => archive(conversation.id, profile, unread))}>
            <IconArchive size={20} aria-hidden="true" />
            {t('chat:list.archive')}
          </button>
        )}
      </li>
      <li>
        <button type="button" data-danger onClick={close(() => void remove(conversation.id))}>
          <IconTrash size={20} aria-hidden="true" />
          {t('chat:header.remove')}
        </button>
      </li>
    </ul>
  );
}

const isUnread = ({ num_unread_messages, marked_unread }: ChatSummary) =>
  num_unread_messages > 0 || marked_unread === true;

/** Closes the conversation if it is open, because an open one counts as read. */
function useLeave({ conversation, profile }: ChatSummary) {
  const navigate = useNavigate();
  const id = Number(useParams()['id']);
  const route = useRouteName();
  const open =
    route === 'chats-id' ? id === conversation.id : route === 'members-id-chat' && id === profile.id;
  return () => open && void navigate('/chats');
}
