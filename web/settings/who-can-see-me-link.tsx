import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import section from './section.module.css';

/** Leads to the member's own profile as others see it. */
export function WhoCanSeeMeLink() {
  const { t } = useTranslation('notifications');
  return (
    <Card>
      <h2>{t('who_can_see_me.title')}</h2>
      <p className={section['lead']}>{t('who_can_see_me.text')}</p>
      <div>
        <ButtonLink to="/who-can-see-me" look="secondary">
          {t('who_can_see_me.open')}
        </ButtonLink>
      </div>
    </Card>
  );
}
