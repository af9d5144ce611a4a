import { type FormEvent, useState } from 'react';
import type { User } from '#contract/membership/user.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { CardTitle } from './card-title.tsx';
import { useChangeUser } from './use-change-user.ts';
import section from './section.module.css';
import styles from './spending.module.css';

/** The member's own monthly limit on credits. The site never sets or suggests one itself. */
export function SpendingCap({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const formats = useFormats();
  const change = useChangeUser();
  const cap = user.spending_cap ?? null;
  const spent = user.spent_this_month ?? 0;
  const [typed, setTyped] = useState(cap === null ? '' : String(cap));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== '') change.mutate({ spending_cap: Number(typed) });
  };
  return (
    <Card>
      <CardTitle>{t('spending.title')}</CardTitle>
      <p className={section['lead']}>{t('spending.lead')}</p>
      {cap !== null && (
        <div>
          <p>{t('spending.spent', { spent: formats.number(spent), cap: formats.number(cap) })}</p>
          <div className={styles['bar']} aria-hidden="true">
            <span style={{ width: `${Math.min(100, cap === 0 ? 100 : (spent / cap) * 100)}%` }} />
          </div>
        </div>
      )}
      <form onSubmit={submit} className={styles['cap']}>
        <TextInput
          label={t('spending.label')}
          name="spending_cap"
          inputMode="numeric"
          maxLength={6}
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        />
        <Button type="submit" look="secondary" disabled={typed === ''} busy={change.isPending}>
          {t('spending.set')}
        </Button>
        {cap !== null && (
          <Button
            look="quiet"
            onClick={() => {
              setTyped('');
              change.mutate({ spending_cap: null });
            }}
          >
            {t('spending.remove')}
          </Button>
        )}
      </form>
    </Card>
  );
}
