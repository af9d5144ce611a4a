import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditLine } from '#contract/office/audit.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { Filters } from '#office/pieces/filters.tsx';
import { FileLink } from '#office/pieces/step-up.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './audit-log.module.css';

const fields = ['operator', 'member', 'act', 'from', 'to'] as const;
const types = { operator: 'number', member: 'number', act: 'search', from: 'date', to: 'date' } as const;

const searchOf = (query: URLSearchParams) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = query.get(field);
      return value ? [[field, types[field] === 'number' ? Number(value) : value]] : [];
    }),
  );
const pages = (query: URLSearchParams) => callPages('adminAudit', searchOf(query));

export const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(pages(url.searchParams));
};
export const handle = { i18n: ['office/audit', 'errors'] };

export default function Audit() {
  const { t } = useTranslation(['office/audit', 'office/frame']);
  const { shortDate, time } = useFormats();
  const [query] = useSearchParams();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pages(query));
  const lines = data?.pages.flatMap((page) => page.lines) ?? [];
  const file = `/api/admin/audit-file?${new URLSearchParams(Object.entries(searchOf(query)).map(([key, value]) => [key, String(value)]))}`;
  return (
    <Page
      title={t('office/frame:menu.audit')}
      lead={t('lead')}
      aside={<FileLink href={file}>{t('file')}</FileLink>}
    >
      <Filters label={t('office/frame:menu.audit')} active={Object.keys(searchOf(query)).length}>
        {fields.map((field) => (
          <TextInput
            key={field}
            name={field}
            type={types[field]}
            label={t(`${field}`)}
            defaultValue={query.get(field) ?? ''}
          />
        ))}
        <Button type="submit" look="secondary">
          {t('search')}
        </Button>
      </Filters>
      <Table<AuditLine>
        caption={t('office/frame:menu.audit')}
        rows={lines}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('none')} />}
        columns={[
          {
            key: 'at',
            head: t('at'),
            cell: ({ at }) => <span suppressHydrationWarning>{`${shortDate(at)}, ${time(at)}`}</span>,
          },
          {
            key: 'operator',
            head: t('operator_name'),
            cell: ({ operator }) => (
              <Link to={`?operator=${operator.id}`}>{operator.name ?? operator.id}</Link>
            ),
          },
          {
            key: 'act',
            head: t('act'),
            cell: ({ act }) => <Link to={`?act=${act}`}>{act}</Link>,
          },
          {
            key: 'member',
            head: t('member_name'),
            cell: ({ member }) =>
              member ? <Link to={`/admin/members/${member.id}`}>{member.name ?? member.id}</Link> : '–',
          },
          {
            key: 'object',
            head: t('object'),
            cell: ({ object, details }) => <What object={object} json={details} />,
          },
          {
            key: 'site',
            head: t('site'),
            cell: ({ site }) => (site === DEFAULT_SITE ? t('office/frame:sites.default') : (site ?? '–')),
          },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('office/frame:more')}
        </Button>
      )}
    </Page>
  );
}

/** The object and what else the entry recorded: old and new values, outcomes, sums. */
function What({ object, json }: { object: string | null; json: string }) {
  const details = Object.entries((JSON.parse(json) ?? {}) as Record<string, unknown>);
  return (
    <>
      {object ?? '–'}
      {details.length > 0 && (
        <small className={styles['details']}>
          {details
            .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
            .join('\n')}
        </small>
      )}
    </>
  );
}
