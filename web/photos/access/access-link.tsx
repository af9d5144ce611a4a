import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Tag } from '#web/ui/chip.tsx';
import { IconKey } from '#web/ui/icons.ts';
import styles from './access-link.module.css';

export default function AccessLink() {
  const { t } = useTranslation('photos');
  const { data } = useInfiniteQuery(callPages('photoAccess', { state: 'asked' }));
  const [first] = data?.pages ?? [];
  const count = first?.people.length ?? 0;
  return (
    <p className={styles['line']}>
      <IconKey size={18} aria-hidden="true" />
      <Link to="/photo-access">{t('mine.access')}</Link>
      {count > 0 && <Tag tone="gold">{first?.next ? `${count}+` : t('mine.waiting', { count })}</Tag>}
    </p>
  );
}
