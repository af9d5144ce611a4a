import { useEffect, useRef, useState } from 'react';
import type { ComplaintCategory, ComplaintOutcome } from '#contract/lists/complaints.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Textarea } from '#web/ui/field.tsx';
import { likelyGround, MeasureFields, noReasons, type Reasons } from './measure-fields.tsx';
import styles from './complaints.module.css';

/** Outcomes that are a measure against a member, who receives a statement of reasons. */
const measures = { content_removed: true, account_closed: true, warned: true, suspended: true };
export const isMeasure = (outcome: ComplaintOutcome) => outcome in measures;

export type Said = { note: string; unfounded?: boolean } & Partial<Reasons>;

function saidOf(outcome: ComplaintOutcome, note: string, unfounded: boolean, reasons: Reasons): Said {
  const { ground, facts, days, refund } = reasons;
  return {
    note: note.trim(),
    ...(unfounded && { unfounded }),
    ...(isMeasure(outcome) && {
      ground,
      facts,
      ...(outcome === 'suspended' && { days }),
      ...(outcome === 'account_closed' && refund !== undefined && { refund }),
    }),
  };
}

export function Decision({
  outcome,
  category,
  member,
  reporter,
  busy,
  onDecide,
  onBack,
}: {
  outcome: ComplaintOutcome;
  category: ComplaintCategory;
  member: number | undefined;
  /** Only of members and trusted flaggers unfounded complaints are counted. */
  reporter: 'member' | 'trusted_flagger' | 'visitor';
  busy: boolean;
  onDecide: (decision: Said) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation(['office/moderation', 'common']);
  const [note, setNote] = useState('');
  const [reasons, setReasons] = useState<Reasons>({ ...noReasons, ground: likelyGround[category] });
  const [unfounded, setUnfounded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and Ctrl+Enter work from every field of the form
    <form
      ref={form}
      className={styles['decision']}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        onDecide(saidOf(outcome, note, unfounded, reasons));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
    >
      <h2>{t(`complaints.acts.${outcome}`)}</h2>
      <p>{t(`complaints.means.${outcome}`)}</p>
      {isMeasure(outcome) && (
        <MeasureFields
          value={reasons}
          onChange={setReasons}
          withDays={outcome === 'suspended'}
          closes={outcome === 'account_closed' ? member : undefined}
        />
      )}
      {outcome === 'no_violation' && reporter !== 'visitor' && (
        <Checkbox
          label={t('complaints.unfounded')}
          hint={reporter === 'member' ? t('complaints.unfounded_hint') : undefined}
          checked={unfounded}
          onChange={({ target }) => setUnfounded(target.checked)}
        />
      )}
      <Textarea
        label={t('complaints.note')}
        hint={t('complaints.note_hint')}
        rows={4}
        maxLength={2000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles['buttons']}>
        <Button type="submit" busy={busy}>
          {t('complaints.confirm')} <kbd>Ctrl ↵</kbd>
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('common:cancel')} <kbd>Esc</kbd>
        </Button>
      </div>
    </form>
  );
}
