import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import section from './section.module.css';

const pages = {
  who_can_see_me: '/who-can-see-me',
  contact: '/who-may-write',
  acquaintances: '/acquaintances',
  photo_access: '/photo-access',
} as const;

export function PageLink({ to }: { to: keyof typeof pages }) {
  const { t } = useTranslation('notifications');
  return (
    <Card>
      <h2>{t(`${to}.title`)}</h2>
      <p className={section['lead']}>{t(`${to}.text`)}</p>
      <div>
        <ButtonLink to={pages[to]} look="secondary">
          {t(`${to}.open`)}
        </ButtonLink>
      </div>
    </Card>
  );
}
