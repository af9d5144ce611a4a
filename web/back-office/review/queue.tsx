import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { ComplaintFile, WaitingComplaint } from '#contract/calls/complaint-calls.ts';
import { complaintOutcomes, type ComplaintOutcome } from '#contract/enums.ts';
import { MeasureFields, noReasons, type Reasons } from '#web/back-office/people/measure-fields.tsx';
import { KeysHint, ReviewPage } from '#web/back-office/review/review-desk.tsx';
import { useKeys } from '#web/back-office/review/use-keys.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { IconAlert, IconCircleCheck, IconEye } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Evidence } from './evidence.tsx';
import styles from './queue.module.css';

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminComplaints'), refetchInterval: REFRESH_MS };
/** Each look is noted, so a file is asked for once and kept while it is open. */
const fileQuery = (id: number) => ({ ...callQuery('adminComplaint', { query: { id } }), staleTime: Infinity, refetchOnWindowFocus: false });

const load = officeLoad(queue);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_reports', 'complaints', 'back_office', 'errors'] };

/** /admin/complaints: what members complain of, made for the keyboard: walk, take, read, decide. */
export default function ComplaintQueue() {
  const { t } = useTranslation('back_office_reports');
  const { data } = useQuery(queue);
  const [chosen, setChosen] = useState<number | null>(null);
  const [deciding, setDeciding] = useState<ComplaintOutcome | null>(null);
  const complaints = data?.complaints ?? [];
  const place = Math.max(
    0,
    complaints.findIndex(({ id }) => id === chosen),
  );
  const complaint = complaints[place];
  const { take, decide } = useActions();
  const open = complaint?.mine ?? false;
  const { data: file } = useQuery({ ...fileQuery(complaint?.id ?? 0), enabled: open });

  const go = (to: number) => {
    setDeciding(null);
    setChosen(complaints[Math.max(0, Math.min(complaints.length - 1, to))]?.id ?? null);
  };
  const outcomes = file ? outcomesOf(file) : [];
  useKeys((key) => {
    if (key === 'ArrowDown' || key === 'ArrowRight' || key === 'j') go(place + 1);
    else if (key === 'ArrowUp' || key === 'ArrowLeft' || key === 'k') go(place - 1);
    else if (key === 't' && complaint && !open) take.mutate(complaint.id);
    else if (key === 'Escape') setDeciding(null);
    else if (open && outcomes[Number(key) - 1]) {
      // The key must not stand in the note that opens.
      setDeciding(outcomes[Number(key) - 1]!);
      return true;
    }
    return false;
  });

  return (
    <ReviewPage title={t('title')} waiting={t('waiting', { count: data?.waiting ?? 0 })}>
      {complaint ? (
        <div className={styles['desk']}>
          <nav aria-label={t('title')} className={styles['list']}>
            <ol>
              {complaints.map((each, at) => (
                <li key={each.id}>
                  <Waiting complaint={each} here={at === place} onChoose={() => go(at)} />
                </li>
              ))}
            </ol>
          </nav>
          <div className={styles['file']}>
            {!open && <Closed key={complaint.id} complaint={complaint} onTake={() => take.mutate(complaint.id)} busy={take.isPending} />}
            {open && !file && <Skeleton height={320} />}
            {open && file && (
              <>
                <Evidence file={file} />
                {deciding ? (
                  <Decision
                    key={`${file.id} ${deciding}`}
                    outcome={deciding}
                    busy={decide.isPending}
                    onBack={() => setDeciding(null)}
                    onDecide={(decision) => decide.mutate({ id: file.id, outcome: deciding, ...decision }, { onSuccess: () => setDeciding(null) })}
                  />
                ) : (
                  <div className={styles['outcomes']} role="group" aria-label={t('decide')}>
                    <h2>{t('decide')}</h2>
                    {outcomes.map((outcome, i) => (
                      <Button
                        key={outcome}
                        look={outcome === 'account_closed' || outcome === 'content_removed' ? 'danger' : 'secondary'}
                        aria-keyshortcuts={String(i + 1)}
                        onClick={() => setDeciding(outcome)}
                      >
                        <kbd>{i + 1}</kbd> {t(`acts.${outcome}`)}
                      </Button>
                    ))}
                  </div>
                )}
              </>
            )}
            <KeysHint text={t('keys')} />
          </div>
        </div>
      ) : (
        <EmptyState icon={<IconCircleCheck size={44} />} title={t('done_title')} text={t('done_text')} />
      )}
    </ReviewPage>
  );
}

/** What can be decided about a complaint: what it names nothing for is not offered. */
const outcomesOf = (file: ComplaintFile) =>
  complaintOutcomes.filter((outcome) => (outcome === 'content_removed' ? file.can_remove && file.can_close : outcome in measures ? file.can_close : true));

function Waiting({ complaint, here, onChoose }: { complaint: WaitingComplaint; here: boolean; onChoose: () => void }) {
  const { t } = useTranslation(['back_office_reports', 'complaints']);
  const { shortDate, time } = useFormats();
  return (
    <button type="button" className={styles['waiting-one']} aria-current={here ? 'true' : undefined} onClick={onChoose}>
      <strong>{t(`categories.${complaint.category}`, { ns: 'complaints' })}</strong>
      <small>
        {complaint.id} · {shortDate(complaint.created_at)}, {time(complaint.created_at)}
      </small>
      <span className={styles['tags']}>
        {complaint.urgent && (
          <Tag tone="red" icon={<IconAlert size={14} aria-hidden="true" />}>
            {t('urgent')}
          </Tag>
        )}
        {complaint.taken_by && (
          <Tag tone={complaint.mine ? 'green' : 'gold'} icon={<IconEye size={14} aria-hidden="true" />}>
            {complaint.mine ? t('taken') : complaint.taken_by}
          </Tag>
        )}
      </span>
    </button>
  );
}

/** Nobody reads what it says before taking it: the look is noted under a name. */
function Closed({ complaint, onTake, busy }: { complaint: WaitingComplaint; onTake: () => void; busy: boolean }) {
  const { t } = useTranslation(['back_office_reports', 'complaints']);
  return (
    <div className={styles['closed']}>
      <h2>{t(`categories.${complaint.category}`, { ns: 'complaints' })}</h2>
      <p>{complaint.taken_by ? t('taken_by', { name: complaint.taken_by }) : t('take_hint')}</p>
      <Button size="l" busy={busy} disabled={complaint.taken_by !== null} aria-keyshortcuts="t" onClick={onTake}>
        {t('take')} <kbd>T</kbd>
      </Button>
    </div>
  );
}

/** Outcomes that are a measure against somebody, who reads why. */
const measures = { content_removed: true, account_closed: true, warned: true, suspended: true };
type Said = { note: string } & Partial<Reasons>;

function Decision({ outcome, busy, onDecide, onBack }: { outcome: ComplaintOutcome; busy: boolean; onDecide: (decision: Said) => void; onBack: () => void }) {
  const { t } = useTranslation(['back_office_reports', 'common']);
  const [note, setNote] = useState('');
  const [reasons, setReasons] = useState(noReasons);
  const concerns = outcome in measures;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape goes back and Ctrl+Enter decides, from any of its fields
    <form
      ref={form}
      className={styles['decision']}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        const { ground, facts, days } = reasons;
        onDecide({ note: note.trim(), ...(concerns && { ground, facts, ...(outcome === 'suspended' && { days }) }) });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
    >
      <h2>{t(`acts.${outcome}`)}</h2>
      <p>{t(`means.${outcome}`)}</p>
      {concerns && <MeasureFields value={reasons} onChange={setReasons} withDays={outcome === 'suspended'} />}
      <Textarea label={t('note')} hint={t('note_hint')} rows={4} maxLength={2000} value={note} onChange={({ target }) => setNote(target.value)} />
      <div className={styles['buttons']}>
        <Button type="submit" busy={busy}>
          {t('confirm')} <kbd>Ctrl ↵</kbd>
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('cancel', { ns: 'common' })} <kbd>Esc</kbd>
        </Button>
      </div>
    </form>
  );
}

function useActions() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation('back_office_reports');
  const { errorText } = useErrorText();
  const reload = () => queries.invalidateQueries({ queryKey: queue.queryKey });
  const onError = (error: unknown) => {
    toast('error', errorText(error));
    void reload();
  };
  const take = useMutation({ mutationFn: (id: number) => api.call('takeComplaint', { body: { id } }), onSuccess: reload, onError });
  const decide = useMutation({
    mutationFn: (body: { id: number; outcome: ComplaintOutcome } & Said) => api.call('decideComplaint', { body }),
    async onSuccess() {
      toast('success', t('decided'));
      await reload();
    },
    onError,
  });
  return { take, decide };
}
