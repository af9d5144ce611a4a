import { useInfiniteQuery } from '@tanstack/react-query';
import { Form, Link, useSearchParams } from 'react-router';
import type { AdminPayment } from '#contract/payments/office-payments.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { codesPages, DiscountCodes } from './discount-codes.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import styles from './payments.module.css';

const search = (find: string) => callPages('adminPayments', { find });

const load: ScreenLoad = ({ url, ensurePages, requireUser }) => {
  requireUser();
  const find = url.searchParams.get('find')?.trim();
  return find ? ensurePages(search(find)) : ensurePages(codesPages);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/payments', 'transactions', 'credits', 'errors'] };

export default function Payments() {
  const { t } = useTranslation('office/payments');
  const [query] = useSearchParams();
  const find = query.get('find')?.trim() ?? '';
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...search(find),
    enabled: find !== '',
  });
  return (
    <div className={styles['page']}>
      <PageHead title={t('orders.title')} />
      <MoneyTabs />
      <h1>{t('orders.title')}</h1>
      <Form className={styles['search']} role="search" aria-label={t('orders.find')}>
        <TextInput
          key={find}
          name="find"
          label={t('orders.find')}
          defaultValue={find}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
        <Button type="submit">{t('orders.search')}</Button>
      </Form>
      {!find ? (
        <DiscountCodes />
      ) : !data ? (
        <TextSkeleton lines={6} />
      ) : (
        <>
          <FoundPayments payments={data.pages.flatMap(({ payments }) => payments)} />
          {hasNextPage && (
            <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('orders.more')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function FoundPayments({ payments }: { payments: AdminPayment[] }) {
  const { t } = useTranslation(['office/payments', 'transactions']);
  const formats = useFormats();
  if (payments.length === 0) return <p role="status">{t('orders.nothing')}</p>;
  return (
    <ul className={styles['rows']}>
      {payments.map((payment) => (
        <li key={payment.payment_id}>
          <div className={styles['what']}>
            <Link to={`/admin/payments/${payment.payment_id}`}>{formats.money(payment.amount)}</Link>
            <small>
              {payment.name ?? t('orders.gone')} · {payment.email ?? payment.member} ·{' '}
              {formats.date(payment.created_at)}, {formats.time(payment.created_at)}
            </small>
            <small>{payment.payment_id}</small>
          </div>
          <Tag tone={payment.status === 'completed' && !payment.reversed ? 'green' : 'soft'}>
            {t(`transactions:status.${payment.reversed ?? payment.status}`)}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
