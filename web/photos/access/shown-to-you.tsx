import { useTranslation } from '#web/i18n/translate.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { useGrantEnd } from './use-photo-access.ts';
import styles from './shown-to-you.module.css';

export default function ShownToYou({ name, until }: { name: string; until: string | undefined }) {
  const { t } = useTranslation('photos');
  const grantEnd = useGrantEnd();
  return (
    <span className={styles['note']}>
      <Tag tone="paper" icon={<IconKey size={14} aria-hidden="true" />}>
        {until ? t('gallery.shown_until', { name, time: grantEnd(until) }) : t('gallery.shown', { name })}
      </Tag>
    </span>
  );
}
