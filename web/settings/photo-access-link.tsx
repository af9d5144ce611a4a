import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import section from './section.module.css';

/** Leads to the people who see the member's photos on request. */
export function PhotoAccessLink() {
  const { t } = useTranslation('notifications');
  return (
    <Card>
      <h2>{t('photo_access.title')}</h2>
      <p className={section['lead']}>{t('photo_access.text')}</p>
      <div>
        <ButtonLink to="/photo-access" look="secondary">
          {t('photo_access.open')}
        </ButtonLink>
      </div>
    </Card>
  );
}
