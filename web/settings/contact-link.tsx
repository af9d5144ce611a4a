import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import section from './section.module.css';

export function ContactLink() {
  const { t } = useTranslation('notifications');
  return (
    <Card>
      <h2>{t('contact.title')}</h2>
      <p className={section['lead']}>{t('contact.text')}</p>
      <div>
        <ButtonLink to="/who-may-write" look="secondary">
          {t('contact.open')}
        </ButtonLink>
      </div>
    </Card>
  );
}
