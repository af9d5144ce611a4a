import { useState } from 'react';
import type { HoldReason } from '#contract/lists/hold-reasons.ts';
import { measuresOnFile } from '#contract/rules/measure-rules.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { MeasureFields, reasonsFor } from './measure-fields.tsx';
import styles from '#office/pieces/office.module.css';

export function TakeMeasure({
  member,
  verified,
  holds,
}: {
  member: number;
  verified: boolean;
  holds: readonly HoldReason[];
}) {
  const { t } = useTranslation('office/moderation');
  const [kind, setKind] = useState<(typeof measuresOnFile)[number]>('warning');
  const [reasons, setReasons] = useState(() => reasonsFor(holds));
  const { mutate, isPending } = useAct('takeMeasure', {
    done: t('measure.taken'),
    refresh: ['adminMember', 'adminMembers'],
  });
  return (
    <Card title={t('measure.title')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          const { ground, facts, days, refund } = reasons;
          const onSuccess = () => (setReasons(reasonsFor(holds)), setKind('warning'));
          mutate(
            {
              member,
              kind,
              ground,
              facts,
              ...(kind === 'suspension' && { days }),
              ...(kind === 'ban' && refund !== undefined && { refund }),
            },
            { onSuccess },
          );
        }}
      >
        <Select
          label={t('measure.kind')}
          value={kind}
          options={measuresOnFile
            .filter((each) => verified || each !== 'badge_removed')
            .map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
          onChange={({ target }) => setKind(target.value as typeof kind)}
        />
        <MeasureFields
          value={reasons}
          onChange={setReasons}
          withDays={kind === 'suspension'}
          closes={kind === 'ban' ? member : undefined}
        />
        <Button type="submit" look={kind === 'warning' ? 'secondary' : 'danger'} busy={isPending}>
          {t(`measure.do.${kind}`)}
        </Button>
      </form>
    </Card>
  );
}
