import type { ProfileCard } from '#contract/profiles.ts';
import type { Attached } from '#web/chat/attached.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useExcerpt } from '#web/messages/use-excerpt.ts';
import { useMember } from '#web/session/use-session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { IconPencil, IconReply, IconX } from '#web/ui/icons.ts';
import styles from './attached-note.module.css';

interface AttachedNoteProps {
  attached: Attached;
  profile: ProfileCard;
  onClose: () => void;
}

export default function AttachedNote({ attached: { as, message }, profile, onClose }: AttachedNoteProps) {
  const { t } = useTranslation(['message_acts', 'chat']);
  const member = useMember();
  const excerpt = useExcerpt();
  const Icon = as === 'edit' ? IconPencil : IconReply;
  const title =
    as === 'edit'
      ? t('editing')
      : message.sender === member.id
        ? t('replying_own')
        : t('replying', { name: profile.name });
  return (
    <div className={styles['note']} role="status">
      <Icon size={20} aria-hidden="true" />
      <p>
        <b>{title}</b>
        <span>{excerpt(message)}</span>
      </p>
      <IconButton label={t(as === 'edit' ? 'stop_editing' : 'stop_replying')} onClick={onClose}>
        <IconX size={18} />
      </IconButton>
    </div>
  );
}
