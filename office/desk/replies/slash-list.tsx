import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { FilledReply } from './use-replies.ts';
import styles from './replies.module.css';

export const SLASH_LIST = 'desk-replies';
export const optionId = ({ id }: FilledReply) => `${SLASH_LIST}-${id}`;

interface Props {
  offered: FilledReply[];
  current: FilledReply | undefined;
  onChoose: (reply: FilledReply) => void;
}

/** The canned replies that match what is typed after the slash. The focus stays in the composer. */
export function SlashList({ offered, current, onChoose }: Props) {
  const { t } = useTranslation('office/desk');
  if (offered.length === 0)
    return (
      <p role="status" className={styles['none']}>
        {t('replies.no_match')}
      </p>
    );
  return (
    <div id={SLASH_LIST} role="listbox" aria-label={t('replies.title')} className={styles['list']}>
      {offered.map((reply) => (
        <button
          key={reply.id}
          id={optionId(reply)}
          type="button"
          tabIndex={-1}
          role="option"
          aria-selected={reply === current}
          className={clsx(styles['option'], reply === current && styles['current'])}
          onClick={() => onChoose(reply)}
        >
          <b>/{reply.shortcut}</b> <span>{reply.words}</span>
        </button>
      ))}
    </div>
  );
}
