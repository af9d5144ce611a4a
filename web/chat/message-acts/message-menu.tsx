import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Message } from '#contract/chat/conversations.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { commonReactions } from '#contract/rules/chat-rules.ts';
import { type Attached, isEditable } from '#web/chat/attached.ts';
import { placeMessage } from '#web/chat/chat-query.ts';
import { reportAddress } from '#web/chat/report-address.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { IconCopy, IconFlag, IconPencil, IconPlus, IconReply, IconTrash } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toasts.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './message-menu.module.css';

const EmojiPicker = lazy(() => import('#web/chat/composer/emoji-picker.tsx'));

/** Space between the menu, its message and the edges of the window, in pixels. */
const GAP = 8;

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
  const ref = useRef<HTMLDialogElement>(null);
  const [more, setMore] = useState(false);
  const react = useReaction(message, profile.id);
  const own = message.sender === member.id;
  const mine = message.reactions?.[own ? 'sender' : 'recipient'];
  const choose = (emoji: string) => {
    react(emoji === mine ? null : emoji);
    onClose();
  };
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    placeBeside(dialog, message.id, own);
    // The emoji that load later need more room.
    const resized = new ResizeObserver(() => placeBeside(dialog, message.id, own));
    resized.observe(dialog);
    return () => resized.disconnect();
  }, [message.id, own]);
  const emojis =
    mine && !commonReactions.some((emoji) => emoji === mine) ? [mine, ...commonReactions] : commonReactions;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside the dialog closes it, as Escape does
    <dialog
      ref={ref}
      className={styles['menu']}
      aria-label={t('chat:acts.menu')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === ref.current && onClose()}
    >
      {more ? (
        <Suspense>
          <EmojiPicker inline onChoose={choose} onClose={() => setMore(false)} />
        </Suspense>
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
    </dialog>
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

/** Phones show the menu at the bottom, by its style sheet. */
function placeBeside(menu: HTMLElement, message: number, own: boolean) {
  const bubble = document.querySelector(`[data-message="${message}"]`)?.getBoundingClientRect();
  if (!bubble) return;
  const { width, height } = menu.getBoundingClientRect();
  const left = own ? bubble.right - width : bubble.left;
  const below = bubble.bottom + GAP;
  const top = below + height > window.innerHeight - GAP ? bubble.top - GAP - height : below;
  const within = (value: number, most: number) => Math.max(GAP, Math.min(value, most - GAP));
  menu.style.setProperty('--left', `${within(left, window.innerWidth - width)}px`);
  menu.style.setProperty('--top', `${within(top, window.innerHeight - height)}px`);
}
