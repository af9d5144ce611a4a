import { useInfiniteQuery } from '@tanstack/react-query';
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

const YES = ['yes'] as const;

function filtersOf(query: URLSearchParams) {
  const { choice, text, memberNumber } = filterReader(query);
  return given({
    kind: choice('kind', conversationKinds),
    complaint: choice('complaint', YES),
    site: text('site'),
    age: choice('age', conversationAges),
    silence: choice('silence', conversationSilences),
    member: memberNumber(),
  });
}

const searchOf = (query: URLSearchParams) => ({
  ...filtersOf(query),
  ...given({ sort: itemOf(conversationSorts, query.get('sort') ?? '') }),
});
const pagesOf = (query: URLSearchParams) => callPages('adminConversationList', searchOf(query));

export const load = listLoad('conversations', pagesOf);
export const handle = { i18n: ['office/moderation', 'office/lists', 'errors'] };

export default function ConversationList() {
  const { t } = useTranslation('office/moderation');
  const [query] = useSearchParams();
  const pages = useInfiniteQuery(pagesOf(query));
  const columns = useColumns();
  const filters = useFilters(query);
  const mayDownload = useMay('adminConversationsFile');
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
          file: mayDownload
            ? fileAddress('/api/admin/conversations-file', searchOf(query), query)
            : undefined,
        }}
      />
    </Page>
  );
}

function useColumns(): ListColumn<ListedConversation, ConversationListColumn>[] {
  const { t } = useTranslation('office/moderation');
  const moment = useMoment();
  const { siteName } = useListedSites();
  const cells: Record<ConversationListColumn, Cell<ListedConversation>> = {
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
      sorts: byAge,
      cell: ({ created_at }) => moment(created_at),
    },
    last: { width: 15, cell: ({ last_message_at }) => moment(last_message_at) },
    id: { width: 9, number: true, cell: ({ id }) => id },
  };
  return listColumns(conversationListColumns, (key) => t(`conversation_list.columns.${key}`), cells);
}

function useFilters(query: URLSearchParams): ListFilter[] {
  const { t } = useTranslation('office/moderation');
  const { siteFilter } = useListedSites();
  const memberFilter = useMemberFilter(query);
  return [
    {
      name: 'kind',
      label: t('conversation_list.columns.kind'),
      options: choicesOf(conversationKinds, (value) => t(`conversation_list.kinds.${value}`)),
    },
    {
      name: 'complaint',
      label: t('conversation_list.with_complaint'),
      options: choicesOf(YES, () => t('conversation_list.yes')),
    },
    ...siteFilter,
    {
      name: 'age',
      label: t('conversation_list.age'),
      options: choicesOf(conversationAges, (value) => t(`conversation_list.ages.${value}`)),
    },
    {
      name: 'silence',
      label: t('conversation_list.silence'),
      options: choicesOf(conversationSilences, (value) => t(`conversation_list.silences.${value}`)),
    },
    memberFilter,
  ];
}
