import { useTranslation } from '#web/i18n/translate.tsx';
import { Tag } from '#web/ui/chip.tsx';
import styles from './texts.module.css';

export function WrittenPlaces({ texts }: { texts: { host: string; language: string }[] }) {
  const { t } = useTranslation('office/texts');
  if (texts.length === 0) return <span className={styles['quiet']}>{t('standard')}</span>;
  return (
    <span className={styles['tags']}>
      {texts.map(({ host, language }) => (
        <Tag key={`${host} ${language}`}>{host === '*' ? language : `${host}: ${language}`}</Tag>
      ))}
    </span>
  );
}
