import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { useChangeUser } from './use-change-user.ts';

/** Setting against video dates and voice calls, on sites that have them. */
export function RefusesCalls({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const change = useChangeUser();
  if (!useSettings().video_calls) return null;
  return (
    <Card>
      <h2>{t('refuses_calls.title')}</h2>
      <Switch
        label={t('refuses_calls.label')}
        hint={t('refuses_calls.text')}
        checked={user.refuses_video_calls === true}
        onChange={(event) => change.mutate({ refuses_video_calls: event.target.checked })}
      />
    </Card>
  );
}
