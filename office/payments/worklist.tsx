import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type WorkItem, workKinds } from '#contract/payments/worklist.ts';
import { Filters } from '#office/pieces/filters.tsx';
import { May } from '#office/pieces/may.tsx';
import { FileLink } from '#office/pieces/step-up.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { IconCircleCheck, IconDownload } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { DisputeFile } from './dispute-file.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import styles from './payments.module.css';

/**
 * Items are marked late after this many days. The law allows two weeks for a refund; banks expect an answer
 * to a dispute within ten days.
 */
const LATE_DAYS = 7;

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

export const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(pagesOf(url.searchParams));
};
export const handle = { i18n: ['office/payments', 'errors'] };

export default function Worklist() {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  const [query] = useSearchParams();
  const filters = filtersOf(query);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pagesOf(query));
  return (
    <div className={styles['page']}>
      <PageHead title={t('worklist.title')} />
      <MoneyTabs />
      <h1>{t('worklist.title')}</h1>
      <p className={styles['note']}>{t('worklist.lead')}</p>
      <WorkFilters filters={filters} />
      <Table<WorkItem>
        caption={t('worklist.title')}
        rows={data?.pages.flatMap(({ items }) => items) ?? []}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty={
          <EmptyState
            icon={<IconCircleCheck size={44} />}
            title={t(filters.state === 'done' ? 'worklist.none_done' : 'worklist.none')}
            text={t('worklist.none_text')}
          />
        }
        columns={[
          {
            key: 'what',
            head: t('worklist.columns.what'),
            title: true,
            cell: (item) => <WorkItemState item={item} />,
          },
          {
            key: 'age',
            head: t('worklist.columns.age'),
            cell: ({ at, days, step }) => (
              <Age {...{ at, days }} late={step !== 'done' && days >= LATE_DAYS} />
            ),
          },
          {
            key: 'amount',
            head: t('worklist.columns.amount'),
            number: true,
            cell: ({ amount }) => (amount ? formats.money(amount) : '–'),
          },
          {
            key: 'member',
            head: t('worklist.columns.member'),
            cell: (item) => <WorkItemMember item={item} />,
          },
          { key: 'next', head: t('worklist.columns.next'), cell: (item) => <Next item={item} /> },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('worklist.more')}
        </Button>
      )}
      <May call="adminDisputeFile">
        <DisputeFile />
      </May>
    </div>
  );
}

function WorkFilters({ filters }: { filters: ReturnType<typeof filtersOf> }) {
  const { t } = useTranslation('office/payments');
  const file = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  return (
    <Filters
      label={t('worklist.title')}
      active={Object.keys(filters).length}
      file={
        <FileLink className={styles['file']} href={`/api/admin/money-work-file?${file}`}>
          <IconDownload size={18} aria-hidden="true" />
          {t('worklist.csv')}
        </FileLink>
      }
    >
      <Select
        name="kind"
        label={t('worklist.filters.kind')}
        placeholder={t('worklist.filters.any')}
        defaultValue={filters.kind ?? ''}
        options={workKinds.map((value) => ({ value, label: t(`worklist.kind.${value}`) }))}
      />
      <Select
        name="state"
        label={t('worklist.filters.state')}
        defaultValue={filters.state ?? 'open'}
        options={(['open', 'done'] as const).map((value) => ({
          value,
          label: t(`worklist.filters.${value}`),
        }))}
      />
      <TextInput
        name="days"
        label={t('worklist.filters.days')}
        inputMode="numeric"
        maxLength={4}
        defaultValue={filters.days ?? ''}
      />
      <TextInput
        name="find"
        label={t('worklist.filters.find')}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        defaultValue={filters.find ?? ''}
      />
      <Button type="submit">{t('worklist.filters.show')}</Button>
    </Filters>
  );
}

function WorkItemState({ item: { kind, state, note, failure } }: { item: WorkItem }) {
  const { t } = useTranslation('office/payments');
  return (
    <div className={styles['what']}>
      <b>{t(`worklist.kind.${kind}`)}</b>
      <small>{[t(`worklist.state.${state}`), note].filter(Boolean).join(' · ')}</small>
      {failure && <small>{t('worklist.failure', { text: failure })}</small>}
    </div>
  );
}

function Age({ at, days, late }: { at: string; days: number; late: boolean }) {
  const { t } = useTranslation('office/payments');
  const { shortDate } = useFormats();
  return (
    <div className={styles['what']}>
      <span>
        {late ? (
          <Tag tone="red">{t('worklist.days', { count: days })}</Tag>
        ) : days === 0 ? (
          t('worklist.today')
        ) : (
          t('worklist.days', { count: days })
        )}
      </span>
      <small suppressHydrationWarning>{shortDate(at)}</small>
    </div>
  );
}

function WorkItemMember({ item: { member, name, email, payment } }: { item: WorkItem }) {
  const { t } = useTranslation('office/payments');
  return (
    <div className={styles['what']}>
      {member === null ? (
        <span>{name ?? t('worklist.nobody')}</span>
      ) : (
        <Link to={`/admin/members/${member}`}>{name ?? `#${member}`}</Link>
      )}
      {email && <small>{member === null ? <a href={`mailto:${email}`}>{email}</a> : email}</small>}
      {payment && (
        <small>
          <Link to={`/admin/payments/${payment}`}>{t('worklist.order')}</Link>
        </small>
      )}
    </div>
  );
}

function Next({ item }: { item: WorkItem }) {
  const { t } = useTranslation('office/payments');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: async (name: WorkItemAction) => {
      if (item.kind === 'dispute')
        await api.call('decideDispute', { body: { payment: item.id, state: name as 'contested' } });
      else if (item.kind === 'withdrawal')
        await api.call('adminRefund', { body: { withdrawal: item.id, decision: 'handled' } });
      else await api.call('adminRefund', { body: { refund: item.id, decision: name as 'approve' } });
    },
    onSuccess: () => toast('success', t('worklist.noted')),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () =>
      Promise.all(
        ['adminMoneyWork', 'adminTasks', 'adminPayment'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
  return (
    <div className={styles['what']}>
      <span>{t(`worklist.step.${item.step}`)}</span>
      <May call={item.kind === 'dispute' ? 'decideDispute' : 'adminRefund'}>
        <div className={styles['buttons']}>
          {actsOf(item).map((name) => (
            <Button
              key={name}
              look="secondary"
              size="s"
              busy={act.isPending}
              onClick={() => act.mutate(name)}
            >
              {t(`worklist.act.${name}`)}
            </Button>
          ))}
        </div>
      </May>
    </div>
  );
}

type WorkItemAction = 'approve' | 'decline' | 'done' | 'contested' | 'won' | 'lost' | 'handled';

function actsOf({ step }: WorkItem): readonly WorkItemAction[] {
  const acts: Partial<Record<WorkItem['step'], readonly WorkItemAction[]>> = {
    approve: ['approve', 'decline'],
    other_operator: ['decline'],
    give_back: ['done'],
    answer_bank: ['contested', 'lost'],
    await_bank: ['won', 'lost'],
    find_order: ['handled'],
  };
  return acts[step] ?? [];
}
