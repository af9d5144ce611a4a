import { useInfiniteQuery } from '@tanstack/react-query';
import { itemOf } from '#contract/lists/item-of.ts';
import { photoFlags } from '#contract/photos/photo-calls.ts';
import {
  type ListedPhoto,
  photoAges,
  photoAudiences,
  type PhotoListColumn,
  photoListColumns,
  photoSorts,
} from '#contract/photos/photo-list.ts';
import { photoStatuses } from '#contract/photos/photo.ts';
import { refusalReasons } from '#contract/photos/refusal-reasons.ts';
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
import { PhotoBulk } from './photo-bulk.tsx';
import styles from './photo-list.module.css';

const USUAL: readonly PhotoListColumn[] = [
  'photo',
  'member',
  'status',
  'audience',
  'flags',
  'reason',
  'added',
  'decided_by',
];

function filtersOf(query: URLSearchParams) {
  const { choice, text, memberNumber } = filterReader(query);
  return given({
    status: choice('status', photoStatuses),
    audience: choice('audience', photoAudiences),
    flag: choice('flag', photoFlags),
    reason: choice('reason', refusalReasons),
    site: text('site'),
    age: choice('age', photoAges),
    member: memberNumber(),
  });
}

const searchOf = (query: URLSearchParams) => ({
  ...filtersOf(query),
  ...given({ sort: itemOf(photoSorts, query.get('sort') ?? '') }),
});
const pagesOf = (query: URLSearchParams) => callPages('adminPhotoList', searchOf(query));

export const load = listLoad('photos', pagesOf);
export const handle = { i18n: ['office/photos', 'office/lists', 'photos', 'errors'] };

export default function PhotoList() {
  const { t } = useTranslation('office/photos');
  const [query] = useSearchParams();
  const pages = useInfiniteQuery(pagesOf(query));
  const columns = useColumns();
  const filters = useFilters(query);
  const mayDownload = useMay('adminPhotosFile');
  const mayDecide = useMay('decidePhotos');
  const chosen = filtersOf(query);
  return (
    <Page title={t('list.title')} lead={<Link to="/admin/photos">{t('list.to_queue')}</Link>}>
      <OfficeList
        pages={pages}
        rowsOf={(page) => page.photos}
        description={{
          list: 'photos',
          title: t('list.title'),
          columns,
          usual: USUAL,
          usualSort: 'newest',
          filters,
          keyOf: ({ id }) => id,
          nameOf: ({ id }) => t('list.number', { id }),
          none: t('list.none'),
          file: mayDownload ? fileAddress('/api/admin/photos-file', searchOf(query), query) : undefined,
          bulk: mayDecide
            ? (photos, onDone) => <PhotoBulk photos={photos} filters={chosen} onDone={onDone} />
            : undefined,
        }}
      />
    </Page>
  );
}

function useColumns(): ListColumn<ListedPhoto, PhotoListColumn>[] {
  const { t } = useTranslation(['office/photos', 'photos']);
  const moment = useMoment();
  const { siteName } = useListedSites();
  const reasonOf = (reason: string | null) => {
    const known = itemOf(refusalReasons, reason ?? '');
    return known ? t(`photos:reasons.${known}`) : '–';
  };
  const cells: Record<PhotoListColumn, Cell<ListedPhoto>> = {
    photo: { width: 9, cell: (photo) => <Thumbnail photo={photo} /> },
    member: {
      width: 14,
      title: true,
      cell: ({ member, name }) => <Link to={`/admin/members/${member}`}>{name}</Link>,
    },
    status: {
      width: 13,
      cell: ({ status }) => (
        <Tag tone={status === 'inspecting' ? 'gold' : 'soft'}>{t(`list.statuses.${status}`)}</Tag>
      ),
    },
    audience: { width: 13, cell: ({ audience }) => t(`list.audiences.${audience}`) },
    flags: { width: 20, cell: ({ flags }) => flags.map((flag) => t(`flags.${flag}`)).join(', ') || '–' },
    reason: { width: 20, cell: ({ reason }) => reasonOf(reason) },
    site: { width: 16, cell: ({ site }) => (site === null ? '–' : siteName(site)) },
    added: {
      width: 15,
      sorts: byAge,
      cell: ({ created_at }) => moment(created_at),
    },
    decided: {
      width: 15,
      sorts: [{ key: 'decided', direction: 'descending' }],
      cell: ({ decided_at }) => (decided_at ? moment(decided_at) : '–'),
    },
    decided_by: { width: 12, cell: ({ decided_by }) => decided_by ?? '–' },
    id: { width: 9, number: true, cell: ({ id }) => id },
  };
  return listColumns(photoListColumns, (key) => t(`list.columns.${key}`), cells);
}

function Thumbnail({ photo: { name, thumb_filename: src } }: { photo: ListedPhoto }) {
  const { t } = useTranslation('office/photos');
  return src === null ? (
    t('list.withheld')
  ) : (
    <img
      className={styles['thumbnail']}
      src={src}
      alt={t('list.picture_of', { name })}
      width={56}
      height={56}
      loading="lazy"
    />
  );
}

function useFilters(query: URLSearchParams): ListFilter[] {
  const { t } = useTranslation(['office/photos', 'photos']);
  const { siteFilter } = useListedSites();
  const memberFilter = useMemberFilter(query);
  return [
    {
      name: 'status',
      label: t('list.columns.status'),
      options: choicesOf(photoStatuses, (value) => t(`list.statuses.${value}`)),
    },
    {
      name: 'audience',
      label: t('list.columns.audience'),
      options: choicesOf(photoAudiences, (value) => t(`list.audiences.${value}`)),
    },
    {
      name: 'flag',
      label: t('list.columns.flags'),
      options: choicesOf(photoFlags, (value) => t(`flags.${value}`)),
    },
    {
      name: 'reason',
      label: t('list.columns.reason'),
      options: choicesOf(refusalReasons, (value) => t(`photos:reasons.${value}`)),
    },
    ...siteFilter,
    { name: 'age', label: t('list.age'), options: choicesOf(photoAges, (value) => t(`list.ages.${value}`)) },
    memberFilter,
  ];
}
