import type { OwnThread } from '#contract/support/threads.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Tag } from '#web/ui/chip.tsx';
import styles from './support.module.css';

const tones = { open: 'soft', answered: 'green', closed: 'soft' } as const;

export function ThreadStatus({ thread }: { thread: OwnThread }) {
  const { t } = useTranslation('support');
  const { date } = useFormats();
  return (
    <span className={styles['status']}>
      <Tag tone={thread.unread ? 'gold' : tones[thread.status]}>
        {thread.unread ? t('states.unread') : t(`states.${thread.status}`)}
      </Tag>
      <time dateTime={thread.updated_at}>{date(thread.updated_at)}</time>
    </span>
  );
}
