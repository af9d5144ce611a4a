import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { hasRole } from '#contract/enums.ts';
import type { Measure } from '#contract/measures.ts';
import type { OfficeFile } from '#contract/office.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { useAct } from '#web/back-office/use-act.ts';
import styles from '../office.module.css';

/** What was decided about a member before. */
export function Measures({ file }: { file: OfficeFile }) {
  const { t } = useTranslation('back_office');
  return (
    <Card title={t('measures.title')}>
      {file.measures.length === 0 && <p className={styles['quiet']}>{t('measures.none')}</p>}
      <ul className={styles['list']}>
        {file.measures.map((measure) => (
          <li key={measure.id}>
            <MeasureFacts measure={measure} />
            {measure.ended_at === null && (measure.kind === 'ban' || measure.kind === 'suspension') && <Lift id={measure.id} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function MeasureFacts({ measure }: { measure: Measure }) {
  const { t } = useTranslation('back_office');
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
        {[measure.operator, date(measure.created_at), measure.until && t('measures.until', { date: date(measure.until) })].filter(Boolean).join(' · ')}
      </small>
    </>
  );
}

function Lift({ id }: { id: number }) {
  const { t } = useTranslation('back_office');
  const { roles } = useMember();
  const [note, setNote] = useState('');
  const { mutate, isPending } = useAct('endMeasure', { done: t('measures.lifted'), refresh: ['adminMember'] });
  if (!hasRole(roles, ['moderator'])) return null;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ id, note });
      }}
    >
      <TextInput label={t('measures.lift_note')} required value={note} onChange={({ target }) => setNote(target.value)} />
      <Button type="submit" size="s" look="secondary" busy={isPending}>
        {t('measures.lift')}
      </Button>
    </form>
  );
}
