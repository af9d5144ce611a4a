import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { CardTitle } from './card-title.tsx';
import { useChangeUser } from './use-change-user.ts';

/**
 * Incognito (docs/product.md 6.12): only members whom the member likes or writes to see them. Invisible mode
 * (6.6): nobody new sees the member. Turning one on turns the other off.
 */
export function Invisible({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const change = useChangeUser();
  const withdrawn = Boolean(user.intimate_consent?.withdrawn_at);
  return (
    <Card>
      <CardTitle>{t('invisible.title')}</CardTitle>
      <Switch
        label={t('incognito.label')}
        hint={t('incognito.text')}
        checked={user.incognito === true}
        disabled={withdrawn}
        onChange={({ target: { checked } }) =>
          change.mutate({ incognito: checked, ...(checked && { invisible: false }) })
        }
      />
      <Switch
        label={t('invisible.label')}
        hint={t('invisible.text')}
        checked={user.invisible}
        disabled={withdrawn}
        onChange={({ target: { checked } }) =>
          change.mutate({ invisible: checked, ...(checked && { incognito: false }) })
        }
      />
    </Card>
  );
}
