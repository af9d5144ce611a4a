import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { useChangeUser } from './use-change-user.ts';

/** Whether others can send the member intimate pictures, which arrive blurred. */
export function IntimatePictures({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const change = useChangeUser();
  return (
    <Card>
      <h2>{t('intimate_pictures.title')}</h2>
      <Switch
        label={t('intimate_pictures.label')}
        hint={t('intimate_pictures.text')}
        checked={user.refuses_intimate === true}
        onChange={(event) => change.mutate({ refuses_intimate: event.target.checked })}
      />
    </Card>
  );
}
