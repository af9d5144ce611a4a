import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { commonReactions } from '#contract/rules/chat-rules.ts';
import { type Attached, isEditable } from '#web/chat/attached.ts';
import { placeMessage } from '#web/chat/chat-query.ts';
import { reportAddress } from '#web/chat/report-address.ts';
import { placeTranslations } from '#web/chat/translation/translations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { hasBrowserTranslator } from '#web/messages/browser-translator.ts';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember, useSettings } from '#web/session/use-session.ts';
import {
  IconCopy,
  IconFlag,
  IconLanguage,
  IconPencil,
  IconPlus,
  IconReply,
  IconTrash,
} from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { ActsDialog } from './acts-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './message-menu.module.css';

const EmojiPicker = lazyDialog(() => import('#web/chat/composer/emoji-picker.tsx'));

interface MessageMenuProps {
  message: Message;
  profile: ProfileCard;
  onClose: () => void;
  onAttach: (attached: Attached) => void;
}

/** Reactions and actions for a message: beside it on wide screens, at the bottom of phones. */
export default function MessageMenu(props: MessageMenuProps) {
  const [deleting, setDeleting] = useState(false);
  return deleting ? (
    <DeleteDialog message={props.message} profile={props.profile.id} onClose={props.onClose} />
  ) : (
    <Menu {...props} onDelete={() => setDeleting(true)} />
  );
}

function Menu(props: MessageMenuProps & { onDelete: () => void }) {
  const { message, profile, onClose } = props;
  const { t } = useTranslation(['message_acts', 'chat']);
  const member = useMember();
  const [more, setMore] = useState(false);
  const react = useReaction(message, profile.id);
  const own = message.sender === member.id;
  const mine = message.reactions?.[own ? 'sender' : 'recipient'];
  const choose = (emoji: string) => {
    react(emoji === mine ? null : emoji);
    onClose();
  };
  const emojis =
    mine && !commonReactions.some((emoji) => emoji === mine) ? [mine, ...commonReactions] : commonReactions;
  return (
    <ActsDialog
      label={t('chat:acts.menu')}
      beside={`[data-message="${message.id}"]`}
      side={own ? 'right' : 'left'}
      onClose={onClose}
    >
      {more ? (
        <EmojiPicker inline onChoose={choose} onClose={() => setMore(false)} />
      ) : (
        <>
          <div className={styles['reactions']} role="group" aria-label={t('react')}>
            {emojis.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-pressed={emoji === mine}
                aria-label={t('react_with', { emoji })}
                onClick={() => choose(emoji)}
              >
                {emoji}
              </button>
            ))}
            <button
              type="button"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- restores the focus when the emoji picker closes; when the menu opens, the dialog still focuses its first button
              autoFocus
              aria-label={t('more_emoji')}
              title={t('more_emoji')}
              onClick={() => setMore(true)}
            >
              <IconPlus size={22} />
            </button>
          </div>
          <Actions {...props} own={own} />
        </>
      )}
    </ActsDialog>
  );
}

function Actions(props: MessageMenuProps & { own: boolean; onDelete: () => void }) {
  const { message, profile, own, onClose, onAttach, onDelete } = props;
  const { t } = useTranslation(['message_acts', 'chat']);
  const member = useMember();
  const attach = (as: Attached['as']) => {
    onClose();
    onAttach({ as, message });
  };
  return (
    <ul className={styles['actions']}>
      <li>
        <button type="button" onClick={() => attach('reply')}>
          <IconReply size={20} aria-hidden="true" />
          {t('chat:acts.reply')}
        </button>
      </li>
      {isEditable(message, member.id) && (
        <li>
          <button type="button" onClick={() => attach('edit')}>
            <IconPencil size={20} aria-hidden="true" />
            {t('edit')}
          </button>
        </li>
      )}
      {message.text && !own && (
        <TranslateItem profile={profile.id} message={message.id} original={message.text} onClose={onClose} />
      )}
      {message.text && (
        <li>
          <button
            type="button"
            onClick={() => {
              onClose();
              void navigator.clipboard
                .writeText(message.text ?? '')
                .then(() => toast('success', t('copied')));
            }}
          >
            <IconCopy size={20} aria-hidden="true" />
            {t('copy')}
          </button>
        </li>
      )}
      <li>
        {own ? (
          <button type="button" data-danger onClick={onDelete}>
            <IconTrash size={20} aria-hidden="true" />
            {t('chat:delete_message')}
          </button>
        ) : (
          <Link to={reportAddress(profile.id, message)}>
            <IconFlag size={20} aria-hidden="true" />
            {t('chat:report_message')}
          </Link>
        )}
      </li>
    </ul>
  );
}

interface TranslateItemProps {
  profile: number;
  message: number;
  original: string;
  onClose: () => void;
}

function TranslateItem({ profile, message, original, onClose }: TranslateItemProps) {
  const { t } = useTranslation('message_acts');
  const queries = useQueryClient();
  const { translation } = useSettings();
  if (translation === 'off' || (translation === 'browser' && !hasBrowserTranslator())) return null;
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          onClose();
          placeTranslations(queries, profile, { [message]: { original, state: 'wanted', by: 'press' } });
        }}
      >
        <IconLanguage size={20} aria-hidden="true" />
        {t('translate')}
      </button>
    </li>
  );
}

/** Shows the reaction at once. It is sent again while the network fails, and withdrawn if the server refuses it. */
function useReaction(message: Message, profile: number) {
  const queries = useQueryClient();
  const api = useApi();
  const member = useMember();
  const { errorText } = useErrorText();
  const { mutate } = useMutation({
    mutationFn: (emoji: string | null) =>
      api.call('react', { body: { conversation: message.conversation, message: message.id, emoji } }),
    onMutate: (emoji) => {
      const side = message.sender === member.id ? 'sender' : 'recipient';
      const reactions = { ...message.reactions, [side]: emoji ?? undefined };
      placeMessage(queries, { ...message, reactions }, profile);
    },
    onSuccess: (reply) => placeMessage(queries, reply.message, profile),
    onError: (error) => {
      placeMessage(queries, message, profile);
      toast('error', errorText(error));
    },
  });
  return mutate;
}
