import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './skip-link.module.css';

export function SkipLink() {
  const { t } = useTranslation('common');
  return (
    <a href="#content" className={styles['skip']}>
      {t('nav.skip')}
    </a>
  );
}
