import { useInfiniteQuery } from '@tanstack/react-query';
import { countryCodes } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import { gatewayLabels, gatewayNames } from '#contract/lists/gateways.ts';
import { paymentMethods } from '#contract/lists/payment-methods.ts';
import { disputeStates } from '#contract/payments/disputes.ts';
import {
  filterAmount,
  type ListedPayment,
  type PaymentListColumn,
  paymentListColumns,
  paymentOutcomes,
  paymentSorts,
} from '#contract/payments/payment-list.ts';
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
  useMoment,
} from '#office/pieces/lists/list-screen.tsx';
import { OfficeList } from '#office/pieces/lists/office-list.tsx';
import { useMay } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Tag } from '#web/ui/chip.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { codesPages, DiscountCodes } from './discount-codes.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import styles from './payments.module.css';

const USUAL: readonly PaymentListColumn[] = [
  'amount',
  'status',
  'member',
  'date',
  'method',
  'country',
  'code',
];

/** An amount in the query, with a comma or a point. */
function amountOf(query: URLSearchParams, name: 'min' | 'max'): string | undefined {
  const value = query.get(name)?.trim().replace(',', '.') ?? '';
  return filterAmount.test(value) ? value : undefined;
}

function searchOf(query: URLSearchParams) {
  const { choice, day, text } = filterReader(query);
  return given({
    find: text('find'),
    status: choice('status', paymentOutcomes),
    dispute: choice('dispute', disputeStates),
    method: choice('method', paymentMethods),
    gateway: choice('gateway', gatewayNames),
    country: choice('country', countryCodes),
    currency: choice('currency', currencies),
    min: amountOf(query, 'min'),
    max: amountOf(query, 'max'),
    code: text('code'),
    from: day('from'),
    to: day('to'),
    sort: choice('sort', paymentSorts),
  });
}
const pagesOf = (query: URLSearchParams) => callPages('adminPayments', searchOf(query));

export const load = listLoad('payments', pagesOf, (_, { ensurePages }) => ensurePages(codesPages));
export const handle = { i18n: ['office/payments', 'office/lists', 'transactions', 'credits', 'errors'] };

export default function Payments() {
  const { t } = useTranslation('office/payments');
  const [query] = useSearchParams();
  const pages = useInfiniteQuery(pagesOf(query));
  const columns = useColumns();
  const filters = useFilters(query);
  const mayDownload = useMay('adminPaymentsFile');
  return (
    <div className={styles['page']}>
      <PageHead title={t('orders.title')} />
      <MoneyTabs />
      <h1>{t('orders.title')}</h1>
      <OfficeList
        pages={pages}
        rowsOf={(page) => page.payments}
        description={{
          list: 'payments',
          title: t('orders.title'),
          columns,
          usual: USUAL,
          usualSort: 'newest',
          filters,
          keyOf: (payment) => payment.payment_id,
          nameOf: (payment) => payment.payment_id,
          none: t('orders.nothing'),
          file: mayDownload ? fileAddress('/api/admin/payments-file', searchOf(query), query) : undefined,
        }}
      />
      <DiscountCodes />
    </div>
  );
}

function useColumns(): ListColumn<ListedPayment, PaymentListColumn>[] {
  const { t } = useTranslation(['office/payments', 'transactions', 'credits']);
  const formats = useFormats();
  const moment = useMoment();
  const cells: Record<PaymentListColumn, Cell<ListedPayment>> = {
    amount: {
      width: 11,
      title: true,
      cell: ({ payment_id: id, amount }) => <Link to={`/admin/payments/${id}`}>{formats.money(amount)}</Link>,
    },
    status: { width: 14, cell: (payment) => <Outcome payment={payment} /> },
    member: {
      width: 13,
      cell: ({ member, name }) => <Link to={`/admin/members/${member}`}>{name ?? t('orders.gone')}</Link>,
    },
    email: { width: 20, cell: ({ email }) => email ?? '–' },
    date: {
      width: 16,
      sorts: byAge,
      cell: ({ created_at }) => moment(created_at),
    },
    method: { width: 13, cell: ({ method }) => t(`credits:methods.${method}`) },
    gateway: { width: 10, cell: ({ gateway }) => gateway },
    country: { width: 13, cell: ({ country }) => formats.country(country) },
    code: { width: 12, cell: ({ code }) => code ?? '–' },
    credits: { width: 8, number: true, cell: ({ credits }) => formats.number(credits) },
    refunded: {
      width: 11,
      number: true,
      cell: ({ refunded }) => (Number(refunded.amount) > 0 ? formats.money(refunded) : '–'),
    },
    id: { width: 22, cell: ({ payment_id: id }) => id },
  };
  return listColumns(paymentListColumns, (key) => t(`orders.columns.${key}`), cells);
}

function Outcome({ payment: { status, reversed } }: { payment: ListedPayment }) {
  const { t } = useTranslation('transactions');
  return (
    <Tag tone={status === 'completed' && !reversed ? 'green' : 'soft'}>
      {t(`transactions:status.${reversed ?? status}`)}
    </Tag>
  );
}

function useFilters(query: URLSearchParams): ListFilter[] {
  const { t } = useTranslation(['office/payments', 'transactions', 'credits']);
  const { country, compare } = useFormats();
  return [
    { name: 'find', label: t('orders.find'), type: 'search' },
    {
      name: 'status',
      label: t('orders.columns.status'),
      options: choicesOf(paymentOutcomes, (value) => t(`transactions:status.${value}`)),
    },
    {
      name: 'dispute',
      label: t('disputes.filter'),
      options: choicesOf(disputeStates, (value) => t(`disputes.state.${value}`)),
    },
    {
      name: 'method',
      label: t('orders.columns.method'),
      options: choicesOf(paymentMethods, (value) => t(`credits:methods.${value}`)),
    },
    {
      name: 'gateway',
      label: t('orders.columns.gateway'),
      options: choicesOf(gatewayNames, (value) => gatewayLabels[value]),
    },
    {
      name: 'country',
      label: t('orders.columns.country'),
      options: choicesOf(countryCodes, country).toSorted((one, other) => compare(one.label, other.label)),
    },
    { name: 'currency', label: t('orders.currency'), options: choicesOf(currencies, (value) => value) },
    ...(['min', 'max'] as const).map((name) => ({
      name,
      label: t(`orders.${name}`),
      error: query.get(name) && !amountOf(query, name) ? t('orders.no_amount') : undefined,
    })),
    { name: 'code', label: t('orders.columns.code'), type: 'search' },
    { name: 'from', label: t('orders.from'), type: 'date' },
    { name: 'to', label: t('orders.to'), type: 'date' },
  ];
}
