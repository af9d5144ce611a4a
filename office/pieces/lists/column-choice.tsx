import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { Checkbox } from '#web/ui/field.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { changedQuery } from './list-address.ts';
import type { ListColumn } from './list-description.ts';

/** Ticks for the columns of a list, apart from the one that names its rows. */
export function ColumnChoice<Row, Key extends string>({
  columns,
  chosen,
  query,
}: {
  columns: ListColumn<Row, Key>[];
  chosen: readonly Key[];
  query: URLSearchParams;
}) {
  const { t } = useTranslation('office/lists');
  const navigate = useNavigate();
  const choose = (key: Key, isChosen: boolean) => {
    const names = columns
      .map((column) => column.key)
      .filter((each) => (each === key ? isChosen : chosen.includes(each)));
    void navigate(`?${changedQuery(query, { columns: names.join(',') })}`, {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <Menu button={t('columns')}>
      {columns
        .filter(({ title }) => !title)
        .map(({ key, head }) => (
          <Checkbox
            key={key}
            label={head}
            checked={chosen.includes(key)}
            onChange={({ target }) => choose(key, target.checked)}
          />
        ))}
    </Menu>
  );
}
