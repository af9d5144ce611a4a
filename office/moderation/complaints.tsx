import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { complaintOutcomes, type ComplaintOutcome } from '#contract/lists/complaints.ts';
import type { ComplaintFile, WaitingComplaint } from '#contract/moderation/complaints.ts';
import { useMay } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useKeys } from '#office/pieces/use-keys.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconAlert, IconCircleCheck, IconEye } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Decision, isMeasure, type Said } from './complaint-decision.tsx';
import { Evidence } from './evidence.tsx';
import { KeysHint, ReviewPage } from './review-queue.tsx';
import styles from './complaints.module.css';

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminComplaints'), refetchInterval: REFRESH_MS };
/** Each view of a complaint is logged, so it is fetched only once while it is open. */
const fileQuery = (id: number) => ({
  ...callQuery('adminComplaint', { query: { id } }),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'complaints', 'errors'] };

interface Begun {
  complaint: number;
  outcome: ComplaintOutcome;
}

/** The decision begun on this complaint, and no other: a colleague's decision may bring the next to the screen. */
const begunOn = ({ id }: WaitingComplaint, begun: Begun | null) =>
  begun?.complaint === id ? begun.outcome : null;

export default function ComplaintQueue() {
  const { t } = useTranslation('office/moderation');
  const { data } = useQuery(queue);
  const [query] = useSearchParams();
  const [chosen, setChosen] = useState<number | null>(() => Number(query.get('report')) || null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const complaints = data?.complaints ?? [];
  const place = Math.max(
    0,
    complaints.findIndex(({ id }) => id === chosen),
  );
  const complaint = complaints[place];
  const setDeciding = (outcome: ComplaintOutcome | null) => {
    setBegun(complaint && outcome ? { complaint: complaint.id, outcome } : null);
    // Keeps the complaint on the screen when a more urgent one arrives.
    if (complaint && outcome) setChosen(complaint.id);
  };
  const take = useTake();
  const decide = useDecide();
  const mayDecide = useMay('decideComplaint');
  const mayMeasure = useMay('takeMeasure');
  // Operators who may not decide can read a complaint without claiming it.
  const open = complaint !== undefined && (complaint.mine || !mayDecide);
  const deciding = open ? begunOn(complaint, begun) : null;
  const { data: file } = useQuery({ ...fileQuery(complaint?.id ?? 0), enabled: open });

  const go = (to: number) => {
    setDeciding(null);
    setChosen(complaints[Math.max(0, Math.min(complaints.length - 1, to))]?.id ?? null);
  };
  const outcomes = file && mayDecide ? outcomesOf(file, mayMeasure) : [];
  useKeys((key) => {
    const outcome = outcomes.find((each) => keyOf(each) === key);
    const step = stepOf(key);
    if (deciding) {
      // No other key leaves the form, which would lose what was typed.
      if (key === 'Escape') setDeciding(null);
    } else if (step !== 0) go(place + step);
    else if (key === 't' && complaint && !open) take.mutate(complaint.id);
    else if (open && outcome) {
      setDeciding(outcome);
      // Marks the key as handled. Otherwise the digit would be typed into the note field that opens.
      return true;
    }
    return false;
  });

  return (
    <ReviewPage
      title={t('complaints.title')}
      waiting={t('complaints.waiting', { count: data?.waiting ?? 0 })}
      link={<Link to="/admin/complaint-list">{t('complaint_list.to_list')}</Link>}
    >
      {data && <Absent asked={query.get('report')} complaints={complaints} />}
      {complaint ? (
        <div className={styles['review']}>
          <WaitingList complaints={complaints} place={place} onChoose={go} />
          <div className={styles['file']}>
            {open ? (
              <OpenComplaint {...{ file, outcomes, deciding, decide }} onDeciding={setDeciding} />
            ) : (
              <Closed key={complaint.id} complaint={complaint} take={take} />
            )}
            <KeysHint text={t('complaints.keys')} />
          </div>
        </div>
      ) : (
        <EmptyState
          icon={<IconCircleCheck size={44} />}
          title={t('complaints.done_title')}
          text={t('complaints.done_text')}
        />
      )}
    </ReviewPage>
  );
}

/** Tells whoever followed a link to a report that the queue does not show it. */
function Absent({ asked, complaints }: { asked: string | null; complaints: readonly WaitingComplaint[] }) {
  const { t } = useTranslation('office/moderation');
  if (asked === null || complaints.some(({ id }) => String(id) === asked)) return null;
  return <Alert>{t('complaint_list.absent', { id: asked })}</Alert>;
}

interface OpenComplaintProps {
  file: ComplaintFile | undefined;
  outcomes: readonly ComplaintOutcome[];
  deciding: ComplaintOutcome | null;
  onDeciding: (outcome: ComplaintOutcome | null) => void;
  decide: ReturnType<typeof useDecide>;
}

function OpenComplaint({ file, outcomes, deciding, onDeciding, decide }: OpenComplaintProps) {
  if (!file) return <Skeleton height={320} />;
  return (
    <>
      <Evidence file={file} />
      {deciding ? (
        <Decision
          key={`${file.id} ${deciding}`}
          outcome={deciding}
          category={file.category}
          member={file.member?.id}
          reporter={reporterOf(file)}
          busy={decide.isPending}
          onBack={() => onDeciding(null)}
          onDecide={(decision) =>
            decide.mutate(
              { id: file.id, outcome: deciding, ...decision },
              { onSuccess: () => onDeciding(null) },
            )
          }
        />
      ) : (
        <OutcomeButtons outcomes={outcomes} onChoose={onDeciding} />
      )}
    </>
  );
}

const reporterOf = ({ trusted_flagger, reporter }: ComplaintFile) =>
  trusted_flagger ? 'trusted_flagger' : reporter?.member ? 'member' : 'visitor';

const stepOf = (key: string) =>
  ['ArrowDown', 'ArrowRight', 'j'].includes(key) ? 1 : ['ArrowUp', 'ArrowLeft', 'k'].includes(key) ? -1 : 0;

/**
 * Possible outcomes of a complaint, without those that need a target which the complaint lacks. Measures are
 * only included if the operator's role may take them.
 */
const outcomesOf = (file: ComplaintFile, mayMeasure: boolean) =>
  complaintOutcomes.filter((outcome) =>
    outcome === 'content_removed'
      ? mayMeasure && file.can_remove && file.can_close
      : isMeasure(outcome)
        ? mayMeasure && file.can_close
        : true,
  );

/** An outcome has the same digit on every complaint, so that a habit never closes an account. */
const keyOf = (outcome: ComplaintOutcome) => String(complaintOutcomes.indexOf(outcome) + 1);

interface OutcomeButtonsProps {
  outcomes: readonly ComplaintOutcome[];
  onChoose: (outcome: ComplaintOutcome) => void;
}

function OutcomeButtons({ outcomes, onChoose }: OutcomeButtonsProps) {
  const { t } = useTranslation('office/moderation');
  if (outcomes.length === 0) return null;
  return (
    <div className={styles['outcomes']} role="group" aria-label={t('complaints.decide')}>
      <h2>{t('complaints.decide')}</h2>
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          look={outcome === 'account_closed' || outcome === 'content_removed' ? 'danger' : 'secondary'}
          aria-keyshortcuts={keyOf(outcome)}
          onClick={() => onChoose(outcome)}
        >
          <kbd>{keyOf(outcome)}</kbd> {t(`complaints.acts.${outcome}`)}
        </Button>
      ))}
    </div>
  );
}

interface WaitingListProps {
  complaints: readonly WaitingComplaint[];
  place: number;
  onChoose: (place: number) => void;
}

function WaitingList({ complaints, place, onChoose }: WaitingListProps) {
  const { t } = useTranslation('office/moderation');
  return (
    <nav aria-label={t('complaints.title')} className={styles['list']}>
      <ol>
        {complaints.map((complaint, at) => (
          <li key={complaint.id}>
            <Waiting complaint={complaint} here={at === place} onChoose={() => onChoose(at)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Waiting({
  complaint,
  here,
  onChoose,
}: {
  complaint: WaitingComplaint;
  here: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation(['office/moderation', 'complaints']);
  const { shortDate, time } = useFormats();
  return (
    <button
      type="button"
      className={styles['waiting-one']}
      aria-current={here ? 'true' : undefined}
      onClick={onChoose}
    >
      <strong>{t(`complaints:categories.${complaint.category}`)}</strong>
      <small>
        {complaint.id} · {shortDate(complaint.created_at)}, {time(complaint.created_at)}
      </small>
      <span className={styles['tags']}>
        {complaint.trusted_flagger && <Tag tone="red">{t('complaints.trusted_flagger')}</Tag>}
        {complaint.urgent && !complaint.trusted_flagger && (
          <Tag tone="red" icon={<IconAlert size={14} aria-hidden="true" />}>
            {t('complaints.urgent')}
          </Tag>
        )}
        {complaint.taken_by && (
          <Tag tone={complaint.mine ? 'green' : 'gold'} icon={<IconEye size={14} aria-hidden="true" />}>
            {complaint.mine ? t('complaints.taken') : complaint.taken_by}
          </Tag>
        )}
      </span>
    </button>
  );
}

/**
 * A complaint that nobody has claimed. Its text is hidden until an operator claims it, so that the view is
 * logged under a name.
 */
function Closed({ complaint, take }: { complaint: WaitingComplaint; take: ReturnType<typeof useTake> }) {
  const { t } = useTranslation(['office/moderation', 'complaints']);
  return (
    <div className={styles['closed']}>
      <h2>{t(`complaints:categories.${complaint.category}`)}</h2>
      <p>
        {complaint.taken_by
          ? t('complaints.taken_by', { name: complaint.taken_by })
          : t('complaints.take_hint')}
      </p>
      <Button
        size="l"
        busy={take.isPending}
        disabled={complaint.taken_by !== null}
        aria-keyshortcuts="t"
        onClick={() => take.mutate(complaint.id)}
      >
        {t('complaints.take')} <kbd>T</kbd>
      </Button>
    </div>
  );
}

/**
 * Reloads the queue. After an error it also shows the reason, because another operator may have been faster.
 */
function useReload() {
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const reload = () => queries.invalidateQueries({ queryKey: queue.queryKey });
  const onError = (error: unknown) => {
    toast('error', errorText(error));
    void reload();
  };
  return { reload, onError };
}

function useTake() {
  const api = useApi();
  const { reload, onError } = useReload();
  return useMutation({
    mutationFn: (id: number) => api.call('takeComplaint', { body: { id } }),
    onSuccess: reload,
    onError,
  });
}

function useDecide() {
  const api = useApi();
  const { t } = useTranslation('office/moderation');
  const { reload, onError } = useReload();
  return useMutation({
    mutationFn: (body: { id: number; outcome: ComplaintOutcome } & Said) =>
      api.call('decideComplaint', { body }),
    async onSuccess() {
      toast('success', t('complaints.decided'));
      await reload();
    },
    onError,
  });
}
