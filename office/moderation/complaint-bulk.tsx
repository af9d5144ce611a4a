import { useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { complaintOutcomes, type ComplaintOutcome } from '#contract/lists/complaints.ts';
import type { ListedComplaint } from '#contract/moderation/complaint-list.ts';
import { REASON_LENGTH } from '#contract/rules/measure-rules.ts';
import { BulkRun } from '#office/pieces/lists/bulk-run.tsx';
import { useMay } from '#office/pieces/may.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { isMeasure } from './complaint-decision.tsx';
import { MeasureFields, noReasons } from './measure-fields.tsx';

interface Props {
  complaints: ListedComplaint[];
  /** The filters of the list, for the audit log. */
  filters: CallBody<'decideComplaints'>['filters'];
  onDone: () => void;
}

/** Decides the selected complaints the same way. */
export function ComplaintBulk(props: Props) {
  const { t } = useTranslation('office/moderation');
  const [open, setOpen] = useState(false);
  const count = props.complaints.length;
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('complaint_list.decide', { count })}
      </Button>
      {open && (
        <Modal open onClose={() => setOpen(false)} title={t('complaint_list.decide', { count })}>
          <Decision {...props} onClose={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}

function Decision({ complaints, filters, onDone, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('office/moderation');
  const api = useApi();
  const mayMeasure = useMay('takeMeasure');
  const outcomes = complaintOutcomes.filter((each) => mayMeasure || !isMeasure(each));
  const [outcome, setOutcome] = useState<ComplaintOutcome>('no_violation');
  const [{ ground, facts, days }, setReasons] = useState(noReasons);
  const [note, setNote] = useState('');
  // A filtered list no longer shows those that have been decided.
  const [ids] = useState(() => complaints.map(({ id }) => id));
  const concerns = isMeasure(outcome);
  const run = async (id: string, some: number[]) => {
    const { outcomes: done } = await api.call('decideComplaints', {
      body: {
        id,
        complaints: some,
        filters,
        outcome,
        note: note.trim(),
        ...(concerns && { ground, facts, ...(outcome === 'suspended' && { days }) }),
      },
    });
    return done.map(({ complaint, ...rest }) => ({ row: complaint, ...rest }));
  };
  return (
    <BulkRun
      rows={ids}
      nameOf={(id) => t('complaint_list.number', { id })}
      run={run}
      refresh={['adminComplaintList', 'adminComplaints', 'adminTasks']}
      onClose={() => (onClose(), onDone())}
      submit={t(`complaints.acts.${outcome}`)}
    >
      <p>{t('complaint_list.unread')}</p>
      {complaints.some(({ priority }) => priority <= 1) && <p>{t('complaint_list.urgent')}</p>}
      <Select
        label={t('complaints.decide')}
        value={outcome}
        options={outcomes.map((value) => ({ value, label: t(`complaints.acts.${value}`) }))}
        onChange={({ target }) => setOutcome(outcomes.find((each) => each === target.value) ?? outcome)}
      />
      <p>{t(`complaints.means.${outcome}`)}</p>
      {concerns && (
        <MeasureFields
          value={{ ground, facts, days }}
          onChange={setReasons}
          withDays={outcome === 'suspended'}
        />
      )}
      {concerns && outcome !== 'content_removed' && <p>{t('complaint_list.once')}</p>}
      <Textarea
        label={t('complaints.note')}
        hint={t('complaint_list.note_hint')}
        rows={3}
        maxLength={REASON_LENGTH}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </BulkRun>
  );
}
