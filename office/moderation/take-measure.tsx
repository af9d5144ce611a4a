import { useState } from 'react';
import type { HoldReason } from '#contract/lists/hold-reasons.ts';
import { isMisuseMeasure, isTimed, measuresOnFile } from '#contract/rules/measure-rules.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
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
  const { fieldTexts } = useErrorText();
  const { mutate, isPending, error } = useAct('takeMeasure', {
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
              ground: isMisuseMeasure(kind) ? 'complaint_misuse' : ground,
              facts,
              ...(isTimed(kind) && { days }),
              ...(kind === 'ban' && refund !== undefined && { refund }),
            },
            { onSuccess },
          );
        }}
      >
        <Select
          label={t('measure.kind')}
          value={kind}
          error={fieldTexts(error)['kind']}
          options={measuresOnFile
            .filter((each) => verified || each !== 'badge_removed')
            .map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
          onChange={({ target }) => setKind(target.value as typeof kind)}
        />
        <MeasureFields
          value={reasons}
          onChange={setReasons}
          withDays={isTimed(kind)}
          withGround={!isMisuseMeasure(kind)}
          closes={kind === 'ban' ? member : undefined}
        />
        <Button
          type="submit"
          look={kind === 'warning' || kind === 'complaint_warning' ? 'secondary' : 'danger'}
          busy={isPending}
        >
          {t(`measure.do.${kind}`)}
        </Button>
      </form>
    </Card>
  );
}
