import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link, useSearchParams } from 'react-router';
import type { AuditLine } from '#contract/office.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { Filters } from '#web/back-office/filters.tsx';
import { Table } from '#web/back-office/table.tsx';

const fields = ['operator', 'member', 'act', 'from', 'to'] as const;
const types = { operator: 'number', member: 'number', act: 'search', from: 'date', to: 'date' } as const;

/** What the address looks for: only fields that are filled in. */
const searchOf = (query: URLSearchParams) =>
  Object.fromEntries(fields.flatMap((field) => (query.get(field) ? [[field, types[field] === 'number' ? Number(query.get(field)) : query.get(field)!]] : [])));
const pages = (query: URLSearchParams) => callPages('adminAudit', searchOf(query));

const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(pages(url.searchParams));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'errors'] };

/** /admin/audit: who did what and looked at whom, newest first; as a file too. */
export default function Audit() {
  const { t } = useTranslation('back_office');
  const { shortDate, time } = useFormats();
  const [query] = useSearchParams();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pages(query));
  const lines = data?.pages.flatMap((page) => page.lines) ?? [];
  const file = `/api/admin/audit-file.php?${new URLSearchParams(Object.entries(searchOf(query)).map(([key, value]) => [key, String(value)]))}`;
  return (
    <Page
      title={t('menu.audit')}
      lead={t('audit.lead')}
      aside={
        <a href={file} download>
          {t('audit.file')}
        </a>
      }
    >
      <Filters label={t('menu.audit')} active={Object.keys(searchOf(query)).length}>
        {fields.map((field) => (
          <TextInput key={field} name={field} type={types[field]} label={t(`audit.${field}`)} defaultValue={query.get(field) ?? ''} />
        ))}
        <Button type="submit" look="secondary">
          {t('audit.search')}
        </Button>
      </Filters>
      <Table<AuditLine>
        caption={t('menu.audit')}
        rows={lines}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('audit.none')} />}
        columns={[
          { key: 'at', head: t('audit.at'), cell: ({ at }) => <span suppressHydrationWarning>{`${shortDate(at)}, ${time(at)}`}</span> },
          { key: 'operator', head: t('audit.operator_name'), cell: ({ operator }) => operator.name ?? operator.id },
          { key: 'act', head: t('audit.act'), cell: ({ act }) => <code>{act}</code> },
          {
            key: 'member',
            head: t('audit.member_name'),
            cell: ({ member }) => (member ? <Link to={`/admin/members/${member.id}`}>{member.name ?? member.id}</Link> : '–'),
          },
          { key: 'object', head: t('audit.object'), cell: ({ object }) => object ?? '–' },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Page>
  );
}
