import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { BULK_ROWS } from '#contract/moderation/bulk-acts.ts';
import { Filters } from '#office/pieces/filters.tsx';
import { FileLink } from '#office/pieces/step-up.tsx';
import { type Column, Table } from '#office/pieces/table.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { changedQuery, useListAddress } from './list-address.ts';
import type { ListColumn, ListDescription, ListFilter } from './list-description.ts';
import { SavedViews } from './saved-views.tsx';
import { useListKeys } from './use-list-keys.ts';
import styles from './office-list.module.css';

interface Props<Row, Page, Key extends string> {
  description: ListDescription<Row, Key>;
  pages: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => Row[];
}

/** A list with filters, order, columns and saved views, all of which its address names. */
export function OfficeList<Row, Page, Key extends string>({
  description,
  pages,
  rowsOf,
}: Props<Row, Page, Key>) {
  const { t } = useTranslation('office/lists');
  const { title, filters, keyOf, nameOf, none, file, bulk } = description;
  const keys = description.columns.map(({ key }) => key);
  const { query, columns, sort } = useListAddress(keys, description.usual, description.usualSort);
  const filtered = filters.filter(({ name }) => query.get(name));
  const rows = pages.data?.pages.flatMap(rowsOf);
  const { selected, toggle, setSelected } = useSelection(rows ?? [], keyOf);
  useListKeys();
  const shown = description.columns
    .filter(({ key }) => columns.includes(key))
    .map((column) => withOrder(column, sort, query));
  return (
    <div className={styles['list']} data-list="">
      <Filters label={title} active={filtered.length} file={<ListFile file={file} />}>
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={query.get(filter.name) ?? ''} />
        ))}
        <Kept query={query} />
        <Button type="submit" look="secondary">
          {t('filters.show')}
        </Button>
      </Filters>
      <div className={styles['tools']}>
        <SavedViews list={description.list} query={query} />
        <ColumnChoice columns={description.columns} chosen={columns} query={query} />
        {filtered.length > 0 && <Link to={`?${withoutFilters(query)}`}>{t('clear')}</Link>}
        <p className={styles['keys']}>{t(bulk ? 'keys' : 'keys_without_selection')}</p>
      </div>
      {rows === undefined ? (
        <Skeleton height={400} />
      ) : (
        <Table<Row>
          caption={title}
          rows={rows}
          keyOf={keyOf}
          empty={<Nothing title={none} clear={filtered.length > 0 ? withoutFilters(query) : null} />}
          columns={shown}
          {...(bulk && {
            selection: {
              isSelected: (row) => selected.includes(row),
              toggle,
              toggleAll: () => setSelected(selected.length === rows.length ? [] : rows),
              nameOf,
            },
          })}
        />
      )}
      <More pages={pages} />
      {bulk && selected.length > 0 && (
        <div
          className={styles['selected']}
          role="group"
          aria-label={t('selected', { count: selected.length })}
        >
          <strong aria-live="polite">{t('selected', { count: selected.length })}</strong>
          {selected.length > BULK_ROWS ? (
            <span>{t('too_many', { count: BULK_ROWS })}</span>
          ) : (
            bulk(selected, () => setSelected([]))
          )}
          <Button look="quiet" size="s" onClick={() => setSelected([])}>
            {t('unselect')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The selected rows. Rows that the list no longer shows are not selected. */
function useSelection<Row>(rows: Row[], keyOf: (row: Row) => string | number) {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set());
  return {
    selected: rows.filter((row) => keys.has(keyOf(row))),
    setSelected: (chosen: Row[]) => setKeys(new Set(chosen.map(keyOf))),
    toggle(row: Row) {
      const key = keyOf(row);
      setKeys(keys.has(key) ? new Set([...keys].filter((each) => each !== key)) : new Set([...keys, key]));
    },
  };
}

/** A heading that sorts links to the next of its orders. */
function withOrder<Row, Key extends string>(
  { sorts, ...column }: ListColumn<Row, Key>,
  sort: string,
  query: URLSearchParams,
): Column<Row> {
  const place = sorts?.findIndex(({ key }) => key === sort) ?? 0;
  const next = sorts?.[(place + 1) % sorts.length]?.key;
  if (!sorts || next === undefined) return column;
  return {
    ...column,
    order: sorts[place]?.direction ?? 'none',
    orderBy: `?${changedQuery(query, { sort: next })}`,
  };
}

const KEPT = ['sort', 'columns'] as const;
const withoutFilters = (query: URLSearchParams) =>
  changedQuery(new URLSearchParams([...query].filter(([name]) => KEPT.some((each) => each === name))));

/** A form replaces the whole query, so it carries what is no filter. */
function Kept({ query }: { query: URLSearchParams }) {
  return KEPT.map((name) => {
    const value = query.get(name);
    return value && <input key={name} type="hidden" name={name} value={value} />;
  });
}

function FilterField({
  filter: { name, label, options, type, error },
  value,
}: {
  filter: ListFilter;
  value: string;
}) {
  const { t } = useTranslation('office/lists');
  return options ? (
    <Select name={name} label={label} placeholder={t('filters.any')} options={options} defaultValue={value} />
  ) : (
    <TextInput
      name={name}
      label={label}
      type={type}
      error={error}
      defaultValue={value}
      maxLength={254}
      autoComplete="off"
    />
  );
}

function ListFile({ file }: { file: string | undefined }) {
  const { t } = useTranslation('office/lists');
  if (file === undefined) return null;
  return (
    <FileLink className={styles['file']} href={file}>
      <IconDownload size={18} aria-hidden="true" />
      {t('csv')}
    </FileLink>
  );
}

function Nothing({ title, clear }: { title: string; clear: string | null }) {
  const { t } = useTranslation('office/lists');
  return (
    <EmptyState
      title={title}
      action={
        clear !== null && (
          <ButtonLink look="secondary" to={`?${clear}`}>
            {t('clear')}
          </ButtonLink>
        )
      }
    />
  );
}

function More<Page>({ pages }: { pages: UseInfiniteQueryResult<InfiniteData<Page>> }) {
  const { t } = useTranslation('office/lists');
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  if (!hasNextPage) return null;
  return (
    <>
      {isFetchNextPageError && <Alert tone="error" title={t('more_failed')} />}
      <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t(isFetchNextPageError ? 'again' : 'more')}
      </Button>
    </>
  );
}
