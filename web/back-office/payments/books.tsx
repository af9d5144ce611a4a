import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import type { Books as Figures } from '#contract/calls/money-desk-calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { TextInput } from '#web/ui/field.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Card, PageHead } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/back-office/table.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import { Settlement } from './settlement.tsx';
import styles from './payments.module.css';

const booksQuery = (month: string) => callQuery('adminBooks', { query: { month } });
const monthIn = (search: URLSearchParams) =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(search.get('month') ?? '') ? search.get('month')! : new Date().toISOString().slice(0, 7);

const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  requireUser();
  return ensure(booksQuery(monthIn(url.searchParams)));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_catalogue', 'back_office_payments', 'back_office_reports', 'errors'] };

/** /admin/books: a month's revenue, VAT and credits, and settlement files against payments. */
export default function Books() {
  const { t } = useTranslation('back_office_catalogue');
  const [search, setSearch] = useSearchParams();
  const month = monthIn(search);
  const { data } = useQuery(booksQuery(month));
  return (
    <div className={styles['page']}>
      <PageHead title={t('books')} />
      <MoneyTabs />
      <h1>{t('books')}</h1>
      <div className={styles['search']}>
        <TextInput label={t('month')} type="month" value={month} onChange={(event) => event.target.value && setSearch({ month: event.target.value })} />
      </div>
      {data ? (
        <>
          <Revenue books={data} />
          <Credits books={data} />
        </>
      ) : (
        <TextSkeleton lines={8} />
      )}
      <Settlement />
    </div>
  );
}

function Revenue({ books: { month, revenue } }: { books: Figures }) {
  const { t } = useTranslation('back_office_catalogue');
  const formats = useFormats();
  return (
    <section>
      <h2>{t('revenue')}</h2>
      {revenue.length === 0 ? (
        <p>{t('no_revenue')}</p>
      ) : (
        <Table<Figures['revenue'][number]>
          caption={t('revenue')}
          rows={revenue}
          keyOf={({ country, currency, vat_percentage }) => `${country} ${currency} ${vat_percentage}`}
          empty={null}
          columns={[
            { key: 'country', head: t('columns.country'), title: true, cell: (line) => formats.country(line.country) },
            { key: 'rate', head: t('columns.rate'), number: true, cell: (line) => `${formats.number(line.vat_percentage)}%` },
            { key: 'orders', head: t('columns.orders'), number: true, cell: (line) => formats.number(line.orders) },
            { key: 'gross', head: t('columns.gross'), number: true, cell: (line) => formats.money(line.gross) },
            { key: 'vat', head: t('columns.vat_sum'), number: true, cell: (line) => formats.money(line.vat) },
            { key: 'refunds', head: t('columns.refunds'), number: true, cell: (line) => formats.number(line.refunds) },
            { key: 'refunded', head: t('columns.refunded'), number: true, cell: (line) => formats.money(line.refunded) },
            { key: 'refunded_vat', head: t('columns.refunded_vat'), number: true, cell: (line) => formats.money(line.refunded_vat) },
          ]}
        />
      )}
      <File month={month} part="revenue" />
    </section>
  );
}

function Credits({ books: { month, credits } }: { books: Figures }) {
  const { t } = useTranslation('back_office_catalogue');
  const formats = useFormats();
  return (
    <section>
      <h2>{t('credits_title')}</h2>
      <Card>
        <FactList facts={(Object.keys(credits) as (keyof typeof credits)[]).map((figure) => [t(`figures.${figure}`), formats.number(credits[figure])])} />
        <p className={styles['note']}>{t('outstanding_note')}</p>
      </Card>
      <File month={month} part="credits" />
    </section>
  );
}

function File({ month, part }: { month: string; part: 'revenue' | 'credits' }) {
  const { t } = useTranslation('back_office_catalogue');
  return (
    <p>
      <a className={styles['file']} href={`/api/admin/books-file.php?month=${month}&part=${part}`} download>
        <IconDownload size={18} aria-hidden="true" />
        {t(`csv_${part}`)}
      </a>
    </p>
  );
}
