import { useQuery } from '@tanstack/react-query';
import type { Books as Figures, BooksFile } from '#contract/payments/books.ts';
import { dateIn } from '#contract/rules/date-rules.ts';
import { May } from '#office/pieces/may.tsx';
import { FileLink } from '#office/pieces/step-up.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Card, PageHead } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import { Settlement } from './settlement.tsx';
import styles from './payments.module.css';

const booksQuery = (month: string) => callQuery('adminBooks', { query: { month } });
/** The month in the URL, or else the present one in the site's time zone, like the entries of the books. */
const monthIn = (search: URLSearchParams, siteZone: string) => {
  const month = search.get('month') ?? '';
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : dateIn(new Date(), siteZone).slice(0, 7);
};

export const load: ScreenLoad = ({ ensure, requireUser, settings, url }) => {
  requireUser();
  return ensure(booksQuery(monthIn(url.searchParams, settings.time_zone)));
};
export const handle = { i18n: ['office/payments', 'errors'] };

export default function Books() {
  const { t } = useTranslation('office/payments');
  const [search, setSearch] = useSearchParams();
  const month = monthIn(search, useSettings().time_zone);
  const { data } = useQuery(booksQuery(month));
  return (
    <div className={styles['page']}>
      <PageHead title={t('catalogue.books')} />
      <MoneyTabs />
      <h1>{t('catalogue.books')}</h1>
      <div className={styles['search']}>
        <TextInput
          label={t('catalogue.month')}
          type="month"
          value={month}
          onChange={(event) => event.target.value && setSearch({ month: event.target.value })}
        />
      </div>
      {data ? (
        <>
          <Revenue books={data} />
          <Credits books={data} />
        </>
      ) : (
        <TextSkeleton lines={8} />
      )}
      <May call="adminSettlement">
        <Settlement />
      </May>
    </div>
  );
}

function Revenue({ books: { month, revenue } }: { books: Figures }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  return (
    <section>
      <h2>{t('catalogue.revenue')}</h2>
      {revenue.length === 0 ? (
        <p>{t('catalogue.no_revenue')}</p>
      ) : (
        <Table<Figures['revenue'][number]>
          caption={t('catalogue.revenue')}
          rows={revenue}
          keyOf={({ company, country, currency, vat_percentage }) =>
            `${company.id} ${country} ${currency} ${vat_percentage}`
          }
          empty={null}
          columns={[
            {
              key: 'company',
              head: t('catalogue.columns.company'),
              cell: (line) => line.company.name,
            },
            {
              key: 'country',
              head: t('catalogue.columns.country'),
              title: true,
              cell: (line) => formats.country(line.country),
            },
            {
              key: 'rate',
              head: t('catalogue.columns.rate'),
              number: true,
              cell: (line) => `${formats.number(line.vat_percentage)}%`,
            },
            {
              key: 'orders',
              head: t('catalogue.columns.orders'),
              number: true,
              cell: (line) => formats.number(line.orders),
            },
            {
              key: 'gross',
              head: t('catalogue.columns.gross'),
              number: true,
              cell: (line) => formats.money(line.gross),
            },
            {
              key: 'vat',
              head: t('catalogue.columns.vat_sum'),
              number: true,
              cell: (line) => formats.money(line.vat),
            },
            {
              key: 'refunds',
              head: t('catalogue.columns.refunds'),
              number: true,
              cell: (line) => formats.number(line.refunds),
            },
            {
              key: 'refunded',
              head: t('catalogue.columns.refunded'),
              number: true,
              cell: (line) => formats.money(line.refunded),
            },
            {
              key: 'refunded_vat',
              head: t('catalogue.columns.refunded_vat'),
              number: true,
              cell: (line) => formats.money(line.refunded_vat),
            },
          ]}
        />
      )}
      <File month={month} part="revenue" />
      <File month={month} part="receipts" />
    </section>
  );
}

function Credits({ books: { month, credits } }: { books: Figures }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  return (
    <section>
      <h2>{t('catalogue.credits_title')}</h2>
      <Card>
        <FactList
          facts={(Object.keys(credits) as (keyof typeof credits)[]).map((figure) => [
            t(`catalogue.figures.${figure}`),
            formats.number(credits[figure]),
          ])}
        />
        <p className={styles['note']}>{t('catalogue.outstanding_note')}</p>
      </Card>
      <File month={month} part="credits" />
    </section>
  );
}

function File({ month, part }: { month: string; part: BooksFile }) {
  const { t } = useTranslation('office/payments');
  return (
    <p>
      <FileLink className={styles['file']} href={`/api/admin/books-file?month=${month}&part=${part}`}>
        <IconDownload size={18} aria-hidden="true" />
        {t(`catalogue.csv_${part}`)}
      </FileLink>
    </p>
  );
}
