import { useInfiniteQuery } from '@tanstack/react-query';
import { countryCodes } from '#contract/lists/countries.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { userStatuses } from '#contract/membership/user.ts';
import {
  type ListedMember,
  type MemberListColumn,
  memberListColumns,
  memberRisks,
  memberSorts,
  seenPeriods,
} from '#contract/office/member-list.ts';
import type { OfficeMember } from '#contract/office/member.ts';
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
} from '#office/pieces/lists/list-screen.tsx';
import { OfficeList } from '#office/pieces/lists/office-list.tsx';
import { useMay } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { redirect } from '#web/router/redirect.ts';
import { callPages } from '#web/session/query-client.ts';
import { Tag } from '#web/ui/chip.tsx';
import { Page } from '#web/ui/page.tsx';
import { MemberBulk, useMayActOnMembers } from './member-bulk.tsx';

const USUAL: readonly MemberListColumn[] = ['name', 'email', 'state', 'country', 'since', 'seen', 'risk'];
const yesOrNo = ['yes', 'no'] as const;

function filtersOf(query: URLSearchParams) {
  const { choice, text } = filterReader(query);
  return given({
    find: text('find'),
    status: choice('status', userStatuses),
    country: choice('country', countryCodes),
    site: text('site'),
    premium: choice('premium', yesOrNo),
    verified: choice('verified', yesOrNo),
    source: text('source'),
    seen: choice('seen', seenPeriods),
    risk: choice('risk', memberRisks),
  });
}

const searchOf = (query: URLSearchParams) => ({
  ...filtersOf(query),
  ...given({ sort: itemOf(memberSorts, query.get('sort') ?? '') }),
});
const pagesOf = (query: URLSearchParams) => callPages('adminMembers', searchOf(query));

export const load = listLoad('members', pagesOf, (pages, { url }) => {
  const search = searchOf(url.searchParams);
  const [only, another] = pages.flatMap(({ members }) => members);
  // Whoever searches for one member wants the file. With filters it is a list, however short.
  const isSearch = search.find !== undefined && Object.keys(search).length === 1;
  if (isSearch && only && !another) throw redirect(`/admin/members/${only.id}`);
});
export const handle = {
  i18n: ['office/membership', 'office/lists', 'office/moderation', 'errors'],
};

export default function Members() {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const [query] = useSearchParams();
  const pages = useInfiniteQuery(pagesOf(query));
  const columns = useColumns();
  const filters = useFilters();
  const mayDownload = useMay('adminMembersFile');
  const mayAct = useMayActOnMembers();
  const find = query.get('find')?.trim() ?? '';
  const chosen = filtersOf(query);
  return (
    <Page
      title={t('office/frame:menu.members')}
      lead={find ? t('members.found', { find }) : t('members.lead')}
    >
      <OfficeList
        pages={pages}
        rowsOf={(page) => page.members}
        description={{
          list: 'members',
          title: t('office/frame:menu.members'),
          columns,
          usual: USUAL,
          usualSort: 'newest',
          filters,
          keyOf: ({ id }) => id,
          nameOf: ({ id, name }) => name ?? String(id),
          none: t('members.none'),
          file: mayDownload ? fileAddress('/api/admin/members-file', searchOf(query), query) : undefined,
          bulk: mayAct
            ? (members, onDone) => <MemberBulk members={members} filters={chosen} onDone={onDone} />
            : undefined,
        }}
      />
    </Page>
  );
}

function useColumns(): ListColumn<ListedMember, MemberListColumn>[] {
  const { t } = useTranslation('office/membership');
  const { shortDate, country, number } = useFormats();
  const { siteName } = useListedSites();
  const day = (instant: string) => <span suppressHydrationWarning>{shortDate(instant)}</span>;
  const cells: Record<MemberListColumn, Cell<ListedMember>> = {
    name: {
      width: 14,
      title: true,
      cell: ({ id, name }) => <Link to={`/admin/members/${id}`}>{name ?? id}</Link>,
    },
    email: { width: 22, cell: ({ email }) => email ?? '–' },
    state: { width: 14, cell: (member) => <State member={member} /> },
    country: { width: 14, cell: ({ country: code }) => (code ? country(code) : '–') },
    site: { width: 16, cell: ({ site }) => siteName(site) },
    since: {
      width: 13,
      sorts: byAge,
      cell: ({ signup_date }) => day(signup_date),
    },
    seen: {
      width: 13,
      sorts: [{ key: 'seen', direction: 'descending' }],
      cell: ({ last_seen }) => (last_seen ? day(last_seen) : t('members.never')),
    },
    credits: { width: 8, number: true, cell: ({ credits }) => number(credits) },
    source: { width: 12, cell: ({ source }) => source ?? '–' },
    risk: {
      width: 13,
      cell: ({ risks }) =>
        risks.length === 0
          ? '–'
          : risks.map((risk) => (
              <Tag key={risk} tone="red">
                {t(`members.risks.${risk}`)}
              </Tag>
            )),
    },
    id: { width: 8, number: true, cell: ({ id }) => id },
  };
  return listColumns(memberListColumns, (key) => t(`members.${key}`), cells);
}

function useFilters(): ListFilter[] {
  const { t } = useTranslation(['office/lists', 'office/membership']);
  const { country, compare } = useFormats();
  const { siteFilter } = useListedSites();
  const yesAndNo = choicesOf(yesOrNo, (value) => t(`filters.${value}`));
  const countries = choicesOf(countryCodes, country).toSorted((one, other) =>
    compare(one.label, other.label),
  );
  const find = (name: 'find' | 'source') => ({ name, label: t(`filters.${name}`), type: 'search' as const });
  return [
    find('find'),
    {
      name: 'status',
      label: t('filters.status'),
      options: choicesOf(userStatuses, (value) => t(`office/membership:states.${value}`)),
    },
    { name: 'country', label: t('filters.country'), options: countries },
    ...siteFilter,
    { name: 'premium', label: t('filters.premium'), options: yesAndNo },
    { name: 'verified', label: t('filters.verified'), options: yesAndNo },
    find('source'),
    {
      name: 'seen',
      label: t('filters.seen'),
      options: choicesOf(seenPeriods, (value) => t(`office/membership:members.seen_periods.${value}`)),
    },
    {
      name: 'risk',
      label: t('filters.risk'),
      options: choicesOf(memberRisks, (value) => t(`office/membership:members.risks.${value}`)),
    },
  ];
}

export function State({ member }: { member: OfficeMember }) {
  const { t } = useTranslation('office/membership');
  const tone = member.status === 'active' ? 'green' : member.status === 'banned' ? 'red' : 'gold';
  return (
    <>
      <Tag tone={tone}>{t(`states.${member.status}`)}</Tag>{' '}
      {member.premium && <Tag tone="gold">{t('members.premium')}</Tag>}
    </>
  );
}
