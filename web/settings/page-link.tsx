import { type SettingsScreen, settingsPath } from '#contract/membership/settings-sections.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import section from './section.module.css';

export function PageLink({ to }: { to: SettingsScreen }) {
  const { t } = useTranslation('notifications');
  return (
    <Card>
      <h2>{t(`${to}.title`)}</h2>
      <p className={section['lead']}>{t(`${to}.text`)}</p>
      <div>
        <ButtonLink to={settingsPath(to)} look="secondary">
          {t(`${to}.open`)}
        </ButtonLink>
      </div>
    </Card>
  );
}
