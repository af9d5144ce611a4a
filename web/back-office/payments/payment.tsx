import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link, useParams } from 'react-router';
import type { AdminPaymentDetail } from '#contract/refunds.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Tag } from '#web/ui/chip.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card, PageHead } from '#web/ui/page.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundList } from './refund-list.tsx';
import styles from './payments.module.css';

const paymentQuery = (id: string) => callQuery('adminPayment', { query: { id } });

const load: ScreenLoad = ({ params, ensure, requireUser }) => {
  requireUser();
  return ensure(paymentQuery(params['id'] ?? ''));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_payments', 'back_office_reports', 'transactions', 'credits', 'errors'] };

/** /admin/payments/{id}: one payment with its ledger and states, and the form that gives money back. */
export default function PaymentOfMember() {
  const { t } = useTranslation(['back_office_payments', 'transactions']);
  const id = useParams()['id'] ?? '';
  const { data } = useQuery(paymentQuery(id));
  const formats = useFormats();
  if (!data) return null;
  const { payment, refunds } = data;
  return (
    <div className={styles['page']}>
      <PageHead title={t('title')} />
      <p>
        <Link to={`/admin/payments?find=${encodeURIComponent(payment.email ?? payment.payment_id)}`}>{t('back')}</Link>
      </p>
      <header className={styles['head']}>
        <h1>{formats.money(payment.amount)}</h1>
        <Tag tone={payment.status === 'completed' && !payment.reversed ? 'green' : 'soft'}>
          {t(`transactions:status.${payment.reversed ?? payment.status}`)}
        </Tag>
      </header>
      <div className={styles['columns']}>
        <Card>
          <Facts detail={data} />
        </Card>
        {Number(data.refundable.amount) > 0 && <RefundForm key={`${data.refundable.amount} ${data.unused}`} detail={data} />}
      </div>
      {refunds.length > 0 && (
        <section>
          <h2>{t('refunds')}</h2>
          <RefundList refunds={refunds} />
        </section>
      )}
      <History detail={data} />
    </div>
  );
}

function Facts({ detail }: { detail: AdminPaymentDetail }) {
  const { t } = useTranslation(['back_office_payments', 'transactions', 'credits']);
  const formats = useFormats();
  const { payment, withdraw_until: until } = detail;
  const facts: [string, string][] = [
    [t('member'), `${payment.name ?? t('gone')} · ${payment.email ?? payment.member}`],
    [t('transactions:facts.date'), `${formats.date(payment.created_at)}, ${formats.time(payment.created_at)}`],
    [t('transactions:facts.credits'), formats.number(payment.credits)],
    [t('transactions:facts.method'), t(`credits:methods.${payment.method}`)],
    [t('transactions:facts.costs'), formats.money(detail.transaction_costs)],
    [t('gateway'), [payment.gateway, detail.gateway_reference, detail.failure].filter(Boolean).join(' · ')],
    ...(detail.discount_code ? [[t('code'), detail.discount_code] as [string, string]] : []),
    [t('balance'), formats.number(detail.balance)],
    ...(detail.debt > 0 ? [[t('owed'), formats.number(detail.debt)] as [string, string]] : []),
    [t('unused'), formats.number(detail.unused)],
    [t('proportional'), formats.money(detail.proportional)],
    [t('refundable'), formats.money(detail.refundable)],
  ];
  return (
    <>
      <FactList facts={facts} className={styles['facts']} />
      {until && <p className={styles['note']}>{t('until', { date: formats.date(new Date(Date.parse(until) - 1000)) })}</p>}
      <p className={styles['note']}>{payment.payment_id}</p>
    </>
  );
}

function History({ detail: { ledger, notifications } }: { detail: AdminPaymentDetail }) {
  const { t } = useTranslation(['back_office_payments', 'transactions']);
  const formats = useFormats();
  const when = (instant: string) => `${formats.shortDate(instant)}, ${formats.time(instant)}`;
  return (
    <div className={styles['columns']}>
      {ledger.length > 0 && (
        <section>
          <h2>{t('ledger')}</h2>
          <ul className={styles['rows']}>
            {ledger.map((line) => (
              <li key={line.id}>
                <div className={styles['what']}>
                  <span>{t(`transactions:statement.kind.${line.kind === 'debt' && line.credits > 0 ? 'debt_lent' : (line.kind as 'purchase')}`)}</span>
                  <small>{when(line.created_at)}</small>
                </div>
                <b className={styles['number']}>{line.credits > 0 ? `+${formats.number(line.credits)}` : formats.number(line.credits)}</b>
                <span className={styles['number']}>{formats.number(line.balance)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notifications.length > 0 && (
        <section>
          <h2>{t('told')}</h2>
          <ul className={styles['rows']}>
            {notifications.map((one, place) => (
              <li key={place}>
                <div className={styles['what']}>
                  <code>{one.outcome}</code>
                  <small>{when(one.created_at)}</small>
                </div>
                <span className={styles['number']}>{formats.money(one.amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
