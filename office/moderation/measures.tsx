import { useState } from 'react';
import type { Measure } from '#contract/moderation/measures.ts';
import type { OfficeFile } from '#contract/office/members.ts';
import { isMisuseMeasure, isTimed } from '#contract/rules/measure-rules.ts';
import { May } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from '#office/pieces/office.module.css';

export function Measures({ file }: { file: OfficeFile }) {
  const { t } = useTranslation('office/moderation');
  return (
    <Card title={t('measures.title')}>
      {file.measures.length === 0 && <p className={styles['quiet']}>{t('measures.none')}</p>}
      <ul className={styles['list']}>
        {file.measures.map((measure) => (
          <li key={measure.id}>
            <MeasureFacts measure={measure} />
            {measure.ended_at === null && (measure.kind === 'ban' || isTimed(measure.kind)) && (
              <May call="endMeasure">
                <LiftMeasure measure={measure} />
              </May>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function MeasureFacts({ measure }: { measure: Measure }) {
  const { t } = useTranslation('office/moderation');
  const { date } = useFormats();
  return (
    <>
      <div className={styles['tags']}>
        <Tag tone={measure.kind === 'ban' ? 'red' : 'gold'}>{t(`kinds.${measure.kind}`)}</Tag>
        {measure.ended_at && <Tag tone="green">{t('measures.ended')}</Tag>}
        {measure.appeal && <Tag>{t(`appeals.states.${measure.appeal}`)}</Tag>}
      </div>
      <strong>{t(`grounds.${measure.ground}`)}</strong>
      <p className={styles['words']}>{measure.facts}</p>
      <small className={styles['quiet']}>
        {[
          measure.operator,
          date(measure.created_at),
          measure.until && t('measures.until', { date: date(measure.until) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}

function LiftMeasure({ measure: { id, kind } }: { measure: Measure }) {
  const { t } = useTranslation('office/moderation');
  const what = isMisuseMeasure(kind) ? 'reports' : 'account';
  const [note, setNote] = useState('');
  const { mutate, isPending } = useAct('endMeasure', {
    done: t(`measures.lifted.${what}`),
    refresh: ['adminMember'],
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ id, note });
      }}
    >
      <TextInput
        label={t('measures.lift_note')}
        required
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" size="s" look="secondary" busy={isPending}>
        {t(`measures.lift.${what}`)}
      </Button>
    </form>
  );
}
