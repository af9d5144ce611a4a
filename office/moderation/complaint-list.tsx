import { useInfiniteQuery } from '@tanstack/react-query';
import { complaintCategories } from '#contract/lists/complaints.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import {
  complaintAges,
  complaintClaims,
  type ComplaintListColumn,
  complaintListColumns,
  complaintPriorities,
  complaintSorts,
  complaintStatuses,
  type ListedComplaint,
} from '#contract/moderation/complaint-list.ts';
import { given } from '#office/pieces/lists/list-address.ts';
import type { ListColumn, ListFilter } from '#office/pieces/lists/list-description.ts';
import {
  byAge,
  choicesOf,
  type Cell,
  fileAddress,
  filterReader,
  listColumns,
  listLoad,
  useListedSites,
  useMemberFilter,
  useMoment,
} from '#office/pieces/lists/list-screen.tsx';
import { OfficeList } from '#office/pieces/lists/office-list.tsx';
import { useMay } from '#office/pieces/may.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Tag } from '#web/ui/chip.tsx';
import { Page } from '#web/ui/page.tsx';
import { ComplaintBulk } from './complaint-bulk.tsx';

const USUAL: readonly ComplaintListColumn[] = [
  'category',
  'status',
  'priority',
  'member',
  'arrived',
  'claimed_by',
  'outcome',
];

function filtersOf(query: URLSearchParams) {
  const { choice, text, memberNumber } = filterReader(query);
  return given({
    status: choice('status', complaintStatuses),
    category: choice('category', complaintCategories),
    site: text('site'),
    age: choice('age', complaintAges),
    priority: choice('priority', complaintPriorities),
    claim: choice('claim', complaintClaims),
    member: memberNumber(),
  });
}

const searchOf = (query: URLSearchParams) => ({
  ...filtersOf(query),
  ...given({ sort: itemOf(complaintSorts, query.get('sort') ?? '') }),
});
const pagesOf = (query: URLSearchParams) => callPages('adminComplaintList', searchOf(query));

export const load = listLoad('complaints', pagesOf);
export const handle = { i18n: ['office/moderation', 'office/lists', 'complaints', 'errors'] };

export default function ComplaintList() {
  const { t } = useTranslation('office/moderation');
  const [query] = useSearchParams();
  const pages = useInfiniteQuery(pagesOf(query));
  const columns = useColumns();
  const filters = useFilters(query);
  const mayDownload = useMay('adminComplaintsFile');
  const mayDecide = useMay('decideComplaints');
  const chosen = filtersOf(query);
  return (
    <Page
      title={t('complaint_list.title')}
      lead={<Link to="/admin/complaints">{t('complaint_list.to_queue')}</Link>}
    >
      <OfficeList
        pages={pages}
        rowsOf={(page) => page.complaints}
        description={{
          list: 'complaints',
          title: t('complaint_list.title'),
          columns,
          usual: USUAL,
          usualSort: 'newest',
          filters,
          keyOf: ({ id }) => id,
          nameOf: ({ id }) => t('complaint_list.number', { id }),
          none: t('complaint_list.none'),
          file: mayDownload ? fileAddress('/api/admin/complaints-file', searchOf(query), query) : undefined,
          bulk: mayDecide
            ? (complaints, onDone) => (
                <ComplaintBulk complaints={complaints} filters={chosen} onDone={onDone} />
              )
            : undefined,
        }}
      />
    </Page>
  );
}

function useColumns(): ListColumn<ListedComplaint, ComplaintListColumn>[] {
  const { t } = useTranslation(['office/moderation', 'complaints']);
  const moment = useMoment();
  const { siteName } = useListedSites();
  const cells: Record<ComplaintListColumn, Cell<ListedComplaint>> = {
    category: {
      width: 20,
      title: true,
      cell: ({ id, category }) => (
        <Link to={`/admin/complaint-list/${id}`}>{t(`complaints:categories.${category}`)}</Link>
      ),
    },
    status: {
      width: 12,
      cell: ({ status }) => (
        <Tag tone={status === 'decided' ? 'soft' : 'gold'}>{t(`complaint_list.statuses.${status}`)}</Tag>
      ),
    },
    priority: {
      width: 10,
      sorts: [{ key: 'priority', direction: 'ascending' }],
      cell: ({ priority }) =>
        priority <= 1 ? <Tag tone="red">{t('complaints.urgent')}</Tag> : String(priority),
    },
    member: {
      width: 14,
      cell: ({ member, name }) =>
        member === null ? '–' : <Link to={`/admin/members/${member}`}>{name ?? member}</Link>,
    },
    site: { width: 16, cell: ({ site }) => (site === null ? '–' : siteName(site)) },
    arrived: {
      width: 15,
      sorts: byAge,
      cell: ({ created_at }) => moment(created_at),
    },
    claimed_by: { width: 12, cell: ({ claimed_by }) => claimed_by ?? '–' },
    outcome: { width: 14, cell: ({ outcome }) => (outcome ? t(`complaints.acts.${outcome}`) : '–') },
    decided: { width: 15, cell: ({ decided_at }) => (decided_at ? moment(decided_at) : '–') },
    decided_by: { width: 12, cell: ({ decided_by }) => decided_by ?? '–' },
    id: { width: 8, number: true, cell: ({ id }) => id },
  };
  return listColumns(complaintListColumns, (key) => t(`complaint_list.columns.${key}`), cells);
}

function useFilters(query: URLSearchParams): ListFilter[] {
  const { t } = useTranslation(['office/moderation', 'complaints']);
  const { siteFilter } = useListedSites();
  const memberFilter = useMemberFilter(query);
  return [
    {
      name: 'status',
      label: t('complaint_list.columns.status'),
      options: choicesOf(complaintStatuses, (value) => t(`complaint_list.statuses.${value}`)),
    },
    {
      name: 'category',
      label: t('complaint_list.columns.category'),
      options: choicesOf(complaintCategories, (value) => t(`complaints:categories.${value}`)),
    },
    ...siteFilter,
    {
      name: 'age',
      label: t('complaint_list.age'),
      options: choicesOf(complaintAges, (value) => t(`complaint_list.ages.${value}`)),
    },
    {
      name: 'priority',
      label: t('complaint_list.columns.priority'),
      options: choicesOf(complaintPriorities, (value) => t(`complaint_list.priorities.${value}`)),
    },
    {
      name: 'claim',
      label: t('complaint_list.columns.claimed_by'),
      options: choicesOf(complaintClaims, (value) => t(`complaint_list.claims.${value}`)),
    },
    memberFilter,
  ];
}
