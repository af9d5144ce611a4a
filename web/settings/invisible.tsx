import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { useChangeUser } from './use-change-user.ts';

/**
 * Invisible mode (docs/product.md 6.6): the member is hidden from search and gets no new messages or likes.
 * Existing conversations continue.
 */
export function Invisible({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const change = useChangeUser();
  return (
    <Card>
      <h2>{t('invisible.title')}</h2>
      <Switch
        label={t('invisible.label')}
        hint={t('invisible.text')}
        checked={user.invisible}
        disabled={Boolean(user.intimate_consent?.withdrawn_at)}
        onChange={(event) => change.mutate({ invisible: event.target.checked })}
      />
    </Card>
  );
}
