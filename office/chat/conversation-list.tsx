import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import {
  conversationAges,
  conversationKinds,
  type ConversationListColumn,
  conversationListColumns,
  conversationSilences,
  conversationSorts,
  type ListedConversation,
} from '#contract/chat/conversation-list.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { changedQuery, given } from '#office/pieces/lists/list-address.ts';
import type { ListColumn, ListFilter } from '#office/pieces/lists/list-description.ts';
import { OfficeList } from '#office/pieces/lists/office-list.tsx';
import { viewsQuery } from '#office/pieces/lists/saved-views.tsx';
import { useMay } from '#office/pieces/may.tsx';
import { siteChoicesQuery } from '#office/pieces/shown-site.tsx';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Tag } from '#web/ui/chip.tsx';
import { Page } from '#web/ui/page.tsx';

const USUAL: readonly ConversationListColumn[] = [
  'member',
  'other',
  'kind',
  'state',
  'messages',
  'complaint',
  'started',
  'last',
];

const MEMBER = /^\d{1,15}$/;
const YES = ['yes'] as const;

function filtersOf(query: URLSearchParams) {
  const choice = <T extends string>(name: string, values: readonly T[]) =>
    itemOf(values, query.get(name) ?? '');
  const member = query.get('member')?.trim() ?? '';
  return given({
    kind: choice('kind', conversationKinds),
    complaint: choice('complaint', YES),
    site: query.get('site')?.trim(),
    age: choice('age', conversationAges),
    silence: choice('silence', conversationSilences),
    member: MEMBER.test(member) ? member : undefined,
  });
}

const searchOf = (query: URLSearchParams) => ({
  ...filtersOf(query),
  ...given({ sort: itemOf(conversationSorts, query.get('sort') ?? '') }),
});
const pagesOf = (query: URLSearchParams) => callPages('adminConversationList', searchOf(query));

const load: ScreenLoad = ({ ensure, ensurePages, requireUser, url }) => {
  requireUser();
  return Promise.all([
    ensurePages(pagesOf(url.searchParams)),
    ensure(viewsQuery('conversations')),
    ensure(siteChoicesQuery),
  ]);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/moderation', 'office/lists', 'errors'] };

export default function ConversationList() {
  const { t } = useTranslation('office/moderation');
  const [query] = useSearchParams();
  const pages = useInfiniteQuery(pagesOf(query));
  const columns = useColumns();
  const filters = useFilters(query);
  const mayDownload = useMay('adminConversationsFile');
  const file = changedQuery(new URLSearchParams({ ...searchOf(query), columns: query.get('columns') ?? '' }));
  return (
    <Page title={t('conversation_list.title')} lead={t('conversation_list.lead')}>
      <OfficeList
        pages={pages}
        rowsOf={(page) => page.conversations}
        description={{
          list: 'conversations',
          title: t('conversation_list.title'),
          columns,
          usual: USUAL,
          usualSort: 'newest',
          filters,
          keyOf: ({ id }) => id,
          nameOf: ({ id }) => t('conversation_list.number', { id }),
          none: t('conversation_list.none'),
          file: mayDownload ? `/api/admin/conversations-file?${file}` : undefined,
        }}
      />
    </Page>
  );
}

type Cells = Record<
  ConversationListColumn,
  Omit<ListColumn<ListedConversation, ConversationListColumn>, 'key' | 'head'>
>;

function useColumns(): ListColumn<ListedConversation, ConversationListColumn>[] {
  const { t } = useTranslation('office/moderation');
  const { shortDate, time } = useFormats();
  const { data } = useQuery(siteChoicesQuery);
  const siteName = useSiteName(data?.sites ?? []);
  const moment = (instant: string) => (
    <span suppressHydrationWarning>{`${shortDate(instant)}, ${time(instant)}`}</span>
  );
  const cells: Cells = {
    member: {
      width: 15,
      title: true,
      cell: ({ member }) => <Link to={`/admin/members/${member.id}`}>{member.name}</Link>,
    },
    other: {
      width: 15,
      cell: ({ other }) => <Link to={`/admin/members/${other.id}`}>{other.name}</Link>,
    },
    kind: { width: 16, cell: ({ kind }) => t(`conversation_list.kinds.${kind}`) },
    state: {
      width: 13,
      cell: ({ state }) => <Tag>{t(`conversation_list.states.${state}`)}</Tag>,
    },
    messages: { width: 11, number: true, cell: ({ messages }) => messages },
    complaint: {
      width: 13,
      cell: ({ complaint }) =>
        complaint === null ? (
          '–'
        ) : (
          <Link to={`/admin/complaint-list/${complaint}`}>
            {t('complaint_list.number', { id: complaint })}
          </Link>
        ),
    },
    site: { width: 14, cell: ({ site }) => (site === null ? '–' : siteName(site)) },
    started: {
      width: 15,
      sorts: [
        { key: 'newest', direction: 'descending' },
        { key: 'oldest', direction: 'ascending' },
      ],
      cell: ({ created_at }) => moment(created_at),
    },
    last: { width: 15, cell: ({ last_message_at }) => moment(last_message_at) },
    id: { width: 9, number: true, cell: ({ id }) => id },
  };
  return conversationListColumns.map((key) => ({
    key,
    head: t(`conversation_list.columns.${key}`),
    ...cells[key],
  }));
}

function useFilters(query: URLSearchParams): ListFilter[] {
  const { t } = useTranslation('office/moderation');
  const { data } = useQuery(siteChoicesQuery);
  const sites = data?.sites ?? [];
  const siteName = useSiteName(sites);
  const choices = <T extends string>(values: readonly T[], labelOf: (value: T) => string) =>
    values.map((value) => ({ value, label: labelOf(value) }));
  const member = query.get('member')?.trim() ?? '';
  const bySite = {
    name: 'site',
    label: t('conversation_list.columns.site'),
    options: sites.map(({ host }) => ({ value: host, label: siteName(host) })),
  };
  return [
    {
      name: 'kind',
      label: t('conversation_list.columns.kind'),
      options: choices(conversationKinds, (value) => t(`conversation_list.kinds.${value}`)),
    },
    {
      name: 'complaint',
      label: t('conversation_list.with_complaint'),
      options: choices(YES, () => t('conversation_list.yes')),
    },
    ...(sites.length > 1 ? [bySite] : []),
    {
      name: 'age',
      label: t('conversation_list.age'),
      options: choices(conversationAges, (value) => t(`conversation_list.ages.${value}`)),
    },
    {
      name: 'silence',
      label: t('conversation_list.silence'),
      options: choices(conversationSilences, (value) => t(`conversation_list.silences.${value}`)),
    },
    {
      name: 'member',
      label: t('complaint_list.member_number'),
      type: 'search',
      error: member !== '' && !MEMBER.test(member) ? t('complaint_list.no_number') : undefined,
    },
  ];
}
