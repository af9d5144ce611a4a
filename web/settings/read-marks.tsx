import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { useChangeUser } from './use-change-user.ts';

/** Setting for read receipts. Members who hide theirs do not see those of others. */
export function ReadMarks({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const change = useChangeUser();
  return (
    <Card>
      <h2>{t('read_marks.title')}</h2>
      <Switch
        label={t('read_marks.label')}
        hint={t('read_marks.text')}
        checked={user.read_marks !== false}
        onChange={(event) => change.mutate({ read_marks: event.target.checked })}
      />
    </Card>
  );
}
