import { useState } from 'react';
import type { Operations } from '#contract/operations/calls.ts';
import { Editable } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './operations.module.css';

/** Who gets alerts by mail. */
export function AlertRecipients({ recipients }: Pick<Operations, 'recipients'>) {
  const { t } = useTranslation('office/operations');
  const stored = recipients.filter(({ chosen }) => chosen).map(({ id }) => id);
  const [changed, setChanged] = useState<number[] | null>(null);
  const choose = useAct('chooseAlertRecipients', {
    done: t('recipients.saved'),
    refresh: ['adminOperations'],
  });
  const members = changed ?? stored;
  return (
    <Card title={t('recipients.title')} className={styles['card']}>
      <p className={styles['quiet']}>{t(members.length === 0 ? 'recipients.nobody' : 'recipients.lead')}</p>
      <Editable by="chooseAlertRecipients">
        {recipients.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name ?? id}
            checked={members.includes(id)}
            onChange={({ target }) =>
              setChanged(target.checked ? [...members, id] : members.filter((each) => each !== id))
            }
          />
        ))}
        <div>
          <Button
            disabled={changed === null}
            busy={choose.isPending}
            onClick={() => choose.mutate({ members }, { onSuccess: () => setChanged(null) })}
          >
            {t('recipients.save')}
          </Button>
        </div>
      </Editable>
    </Card>
  );
}
