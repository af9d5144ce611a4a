import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { QuickExit } from './quick-exit.tsx';
import styles from './safety.module.css';

export const handle = { i18n: ['safety'] };

const tips = ['public', 'tell', 'drink', 'leave', 'money'] as const;

/** What helps before, during and after a date (docs/product.md 12.17). */
export default function Safety() {
  const { t } = useTranslation('safety');
  return (
    <Page title={t('title')} heading={<Stressed text={t('heading')} />} lead={t('lead')} width="narrow">
      <div className={styles['page']}>
        <QuickExit />
        <Alert tone="warning" title={t('emergency.title')}>
          {t('emergency.text')}
        </Alert>
        <Card title={t('tips.title')}>
          <ul className={styles['tips']}>
            {tips.map((tip) => (
              <li key={tip}>{t(`tips.${tip}`)}</li>
            ))}
          </ul>
        </Card>
        <Card title={t('share.title')} className={styles['card']}>
          <p className={styles['quiet']}>{t('share.text')}</p>
          <div>
            <ButtonLink to="/share-date">{t('share.button')}</ButtonLink>
          </div>
        </Card>
        <Card title={t('report.title')} className={styles['card']}>
          <p className={styles['quiet']}>{t('report.text')}</p>
          <div>
            <ButtonLink to="/complaints" look="secondary">
              {t('report.button')}
            </ButtonLink>
          </div>
        </Card>
      </div>
    </Page>
  );
}
