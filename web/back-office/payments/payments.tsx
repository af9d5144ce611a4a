import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Form, Link, useSearchParams } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import type { AdminPayment } from '#contract/refunds.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { DiscountCodes } from './discount-codes.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import { RefundList } from './refund-list.tsx';
import styles from './payments.module.css';

const search = (find: string) => callPages('adminPayments', find ? { find } : {});

const load: ScreenLoad = ({ url, ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(search(url.searchParams.get('find')?.trim() ?? '') as never);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['admin_payments', 'money_desk', 'complaint_queue', 'transactions', 'credits', 'errors'] };

/** /admin/payments: what waits for an operator; payments by number or address; discount codes. */
export default function Payments() {
  const { t } = useTranslation('admin_payments');
  const [query] = useSearchParams();
  const find = query.get('find')?.trim() ?? '';
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(search(find));
  return (
    <div className={styles['page']}>
      <PageHead title={t('title')} />
      <MoneyTabs />
      <h1>{t('title')}</h1>
      <Form className={styles['search']} role="search" aria-label={t('find')}>
        <TextInput key={find} name="find" label={t('find')} defaultValue={find} autoComplete="off" spellCheck={false} maxLength={254} />
        <Button type="submit">{t('search')}</Button>
      </Form>
      {!data ? (
        <TextSkeleton lines={6} />
      ) : find ? (
        <>
          <Found payments={data.pages.flatMap(({ payments }) => payments)} />
          {hasNextPage && (
            <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </>
      ) : (
        <Tasks page={data.pages[0]!} />
      )}
      {!find && <DiscountCodes />}
    </div>
  );
}

function Found({ payments }: { payments: AdminPayment[] }) {
  const { t } = useTranslation(['admin_payments', 'transactions']);
  const formats = useFormats();
  if (payments.length === 0) return <p role="status">{t('nothing')}</p>;
  return (
    <ul className={styles['rows']}>
      {payments.map((payment) => (
        <li key={payment.payment_id}>
          <div className={styles['what']}>
            <Link to={`/admin/payments/${payment.payment_id}`}>{formats.money(payment.amount)}</Link>
            <small>
              {payment.name ?? t('gone')} · {payment.email ?? payment.member} · {formats.date(payment.created_at)}, {formats.time(payment.created_at)}
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

function Tasks({ page: { tasks, unmatched } }: { page: CallReply<'adminPayments'> }) {
  const { t } = useTranslation('admin_payments');
  if (tasks.length === 0 && unmatched.length === 0) return <EmptyState icon={<IconCircleCheck size={44} />} title={t('quiet')} text={t('quiet_text')} />;
  return (
    <>
      {tasks.length > 0 && (
        <section>
          <h2>{t('tasks')}</h2>
          <RefundList refunds={tasks} withPayment />
        </section>
      )}
      {unmatched.length > 0 && <Unmatched statements={unmatched} />}
    </>
  );
}

function Unmatched({ statements }: { statements: CallReply<'adminPayments'>['unmatched'] }) {
  const { t } = useTranslation('admin_payments');
  const formats = useFormats();
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const handled = useMutation({
    mutationFn: (withdrawal: string) => api.call('adminRefund', { body: { withdrawal, decision: 'handled' } }),
    onSuccess: () => toast('success', t('sent')),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['adminPayments'] }),
  });
  return (
    <section>
      <h2>{t('unmatched')}</h2>
      <ul className={styles['rows']}>
        {statements.map((one) => (
          <li key={one.id}>
            <div className={styles['what']}>
              <b>{one.order}</b>
              <small>
                {one.name} · <a href={`mailto:${one.email}`}>{one.email}</a> · {formats.date(one.received_at)}, {formats.time(one.received_at)}
              </small>
            </div>
            <Button look="secondary" size="s" busy={handled.isPending} onClick={() => handled.mutate(one.id)}>
              {t('handled')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
