import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link, useSearchParams } from 'react-router';
import { type WorkItem, workKinds } from '#contract/calls/money-work-calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { IconCircleCheck, IconDownload } from '#web/ui/icons.ts';
import { Filters } from '#web/back-office/filters.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { Table } from '#web/back-office/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import styles from './payments.module.css';

/** After so many days something has waited too long: a refund has two weeks by law, a bank asks for an answer within ten days. */
const LATE_DAYS = 7;

/** What the address asks for, without what it leaves open. */
function filtersOf(query: URLSearchParams) {
  const kind = workKinds.find((each) => each === query.get('kind'));
  const days = Math.trunc(Number(query.get('days') ?? 0));
  const find = query.get('find')?.trim();
  return {
    ...(kind ? { kind } : {}),
    ...(query.get('state') === 'done' ? { state: 'done' as const } : {}),
    ...(days > 0 ? { days } : {}),
    ...(find ? { find } : {}),
  };
}

const pagesOf = (query: URLSearchParams) => callPages('adminMoneyWork', filtersOf(query));

const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(pagesOf(url.searchParams));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_money', 'back_office_catalogue', 'errors'] };

/** /admin/worklist: refunds, disputes and withdrawals as one list, each with its next step. */
export default function Worklist() {
  const { t } = useTranslation('back_office_money');
  const formats = useFormats();
  const [query] = useSearchParams();
  const filters = filtersOf(query);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pagesOf(query));
  return (
    <div className={styles['page']}>
      <PageHead title={t('title')} />
      <MoneyTabs />
      <h1>{t('title')}</h1>
      <p className={styles['note']}>{t('lead')}</p>
      <WorkFilters filters={filters} />
      <Table<WorkItem>
        caption={t('title')}
        rows={data?.pages.flatMap(({ items }) => items) ?? []}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty={<EmptyState icon={<IconCircleCheck size={44} />} title={t(filters.state === 'done' ? 'none_done' : 'none')} text={t('none_text')} />}
        columns={[
          { key: 'what', head: t('columns.what'), title: true, cell: (item) => <What item={item} /> },
          { key: 'age', head: t('columns.age'), cell: ({ at, days, step }) => <Age {...{ at, days }} late={step !== 'done' && days >= LATE_DAYS} /> },
          { key: 'amount', head: t('columns.amount'), number: true, cell: ({ amount }) => (amount ? formats.money(amount) : '–') },
          { key: 'member', head: t('columns.member'), cell: (item) => <Who item={item} /> },
          { key: 'next', head: t('columns.next'), cell: (item) => <Next item={item} /> },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function WorkFilters({ filters }: { filters: ReturnType<typeof filtersOf> }) {
  const { t } = useTranslation('back_office_money');
  const file = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  return (
    <Filters
      label={t('title')}
      active={Object.keys(filters).length}
      file={
        <a className={styles['file']} href={`/api/admin/money-work-file.php?${file}`} download>
          <IconDownload size={18} aria-hidden="true" />
          {t('csv')}
        </a>
      }
    >
      <Select
        name="kind"
        label={t('filters.kind')}
        placeholder={t('filters.any')}
        defaultValue={filters.kind ?? ''}
        options={workKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Select
        name="state"
        label={t('filters.state')}
        defaultValue={filters.state ?? 'open'}
        options={(['open', 'done'] as const).map((value) => ({ value, label: t(`filters.${value}`) }))}
      />
      <TextInput name="days" label={t('filters.days')} inputMode="numeric" maxLength={4} defaultValue={filters.days ?? ''} />
      <TextInput name="find" label={t('filters.find')} autoComplete="off" spellCheck={false} maxLength={254} defaultValue={filters.find ?? ''} />
      <Button type="submit">{t('filters.show')}</Button>
    </Filters>
  );
}

function What({ item: { kind, state, note, failure } }: { item: WorkItem }) {
  const { t } = useTranslation('back_office_money');
  return (
    <div className={styles['what']}>
      <b>{t(`kind.${kind}`)}</b>
      <small>{[t(`state.${state}`), note].filter(Boolean).join(' · ')}</small>
      {failure && <small>{t('failure', { text: failure })}</small>}
    </div>
  );
}

function Age({ at, days, late }: { at: string; days: number; late: boolean }) {
  const { t } = useTranslation('back_office_money');
  const { shortDate } = useFormats();
  return (
    <div className={styles['what']}>
      <span>{late ? <Tag tone="red">{t('days', { count: days })}</Tag> : days === 0 ? t('today') : t('days', { count: days })}</span>
      <small suppressHydrationWarning>{shortDate(at)}</small>
    </div>
  );
}

function Who({ item: { member, name, email, payment } }: { item: WorkItem }) {
  const { t } = useTranslation('back_office_money');
  return (
    <div className={styles['what']}>
      {member === null ? <span>{name ?? t('nobody')}</span> : <Link to={`/admin/members/${member}`}>{name ?? `#${member}`}</Link>}
      {email && <small>{member === null ? <a href={`mailto:${email}`}>{email}</a> : email}</small>}
      {payment && (
        <small>
          <Link to={`/admin/payments/${payment}`}>{t('order')}</Link>
        </small>
      )}
    </div>
  );
}

/** The next step, and the buttons with which to take it. */
function Next({ item }: { item: WorkItem }) {
  const { t } = useTranslation('back_office_money');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: async (name: Act) => {
      if (item.kind === 'dispute') await api.call('decideDispute', { body: { payment: item.id, state: name as 'contested' } });
      else if (item.kind === 'withdrawal') await api.call('adminRefund', { body: { withdrawal: item.id, decision: 'handled' } });
      else await api.call('adminRefund', { body: { refund: item.id, decision: name as 'approve' } });
    },
    onSuccess: () => toast('success', t('noted')),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => Promise.all(['adminMoneyWork', 'adminTasks', 'adminPayment'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  return (
    <div className={styles['what']}>
      <span>{t(`step.${item.step}`)}</span>
      <div className={styles['buttons']}>
        {actsOf(item).map((name) => (
          <Button key={name} look="secondary" size="s" busy={act.isPending} onClick={() => act.mutate(name)}>
            {t(`act.${name}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

type Act = 'approve' | 'decline' | 'done' | 'contested' | 'won' | 'lost' | 'handled';

function actsOf({ step }: WorkItem): readonly Act[] {
  const acts: Partial<Record<WorkItem['step'], readonly Act[]>> = {
    approve: ['approve', 'decline'],
    other_operator: ['decline'],
    give_back: ['done'],
    answer_bank: ['contested', 'lost'],
    await_bank: ['won', 'lost'],
    find_order: ['handled'],
  };
  return acts[step] ?? [];
}
