import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminPaymentDetail } from '#contract/payments/office-payments.ts';
import { May, useMay } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Tag } from '#web/ui/chip.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card, PageHead } from '#web/ui/page.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundList } from './refund-list.tsx';
import styles from './payments.module.css';

const paymentQuery = (id: string) => callQuery('adminPayment', { query: { id } });

export const load: ScreenLoad = ({ params, ensure, requireUser }) => {
  requireUser();
  return ensure(paymentQuery(params['id'] ?? ''));
};
export const handle = { i18n: ['office/payments', 'transactions', 'credits', 'errors'] };

export default function PaymentOfMember() {
  const { t } = useTranslation(['office/payments', 'transactions']);
  const id = useParams()['id'] ?? '';
  const { data } = useQuery(paymentQuery(id));
  const formats = useFormats();
  if (!data) return null;
  const { payment, refunds } = data;
  return (
    <div className={styles['page']}>
      <PageHead title={t('orders.title')} />
      <p>
        <Link to={`/admin/payments?find=${encodeURIComponent(payment.email ?? payment.payment_id)}`}>
          {t('orders.back')}
        </Link>
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
        {Number(data.refundable.amount) > 0 && (
          <May call="adminRefund">
            <RefundForm key={`${data.refundable.amount} ${data.unused}`} detail={data} />
          </May>
        )}
      </div>
      {refunds.length > 0 && (
        <section>
          <h2>{t('orders.refunds')}</h2>
          <RefundList refunds={refunds} />
        </section>
      )}
      <Disputes disputes={data.disputes} />
      <History detail={data} />
    </div>
  );
}

function Disputes({ disputes }: Pick<AdminPaymentDetail, 'disputes'>) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  if (disputes.length === 0) return null;
  return (
    <section>
      <h2>{t('disputes.heading')}</h2>
      <ul className={styles['rows']}>
        {disputes.map(({ reference, amount, reason, source, result, opened_at, reversed_at }) => (
          <li key={reference}>
            <div className={styles['what']}>
              <b>{reference}</b>
              <small>
                {[
                  opened_at && formats.date(opened_at),
                  reason,
                  t(`disputes.source.${source}`),
                  t(`disputes.result.${result}`),
                  reversed_at && t('disputes.reversed_on', { date: formats.date(reversed_at) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            <span className={styles['number']}>{formats.money(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ detail }: { detail: AdminPaymentDetail }) {
  const { t } = useTranslation(['office/payments', 'transactions', 'credits']);
  const formats = useFormats();
  const { payment, withdraw_until: until } = detail;
  const seesFile = useMay('adminMember');
  const who = `${payment.name ?? t('orders.gone')} · ${payment.email ?? payment.member}`;
  const member =
    seesFile && payment.email !== null ? <Link to={`/admin/members/${payment.member}`}>{who}</Link> : who;
  const facts: (readonly [string, ReactNode])[] = [
    [t('orders.member'), member],
    [t('orders.country'), formats.country(detail.country)],
    [
      t('transactions:facts.date'),
      `${formats.date(payment.created_at)}, ${formats.time(payment.created_at)}`,
    ],
    [t('transactions:facts.credits'), formats.number(payment.credits)],
    [t('transactions:facts.method'), t(`credits:methods.${payment.method}`)],
    [t('transactions:facts.costs'), formats.money(detail.transaction_costs)],
    [
      t('orders.gateway'),
      [payment.gateway, detail.gateway_reference, detail.failure].filter(Boolean).join(' · '),
    ],
    ...(detail.discount_code ? [[t('orders.code'), detail.discount_code] as const] : []),
    [t('orders.balance'), formats.number(detail.balance)],
    ...(detail.debt > 0 ? [[t('orders.owed'), formats.number(detail.debt)] as const] : []),
    [t('orders.unused'), formats.number(detail.unused)],
    [t('orders.proportional'), formats.money(detail.proportional)],
    [t('orders.refundable'), formats.money(detail.refundable)],
  ];
  return (
    <>
      <FactList facts={facts} className={styles['facts']} />
      {until && (
        <p className={styles['note']}>
          {t('orders.until', { date: formats.date(new Date(Date.parse(until) - 1000)) })}
        </p>
      )}
      <p className={styles['note']}>{payment.payment_id}</p>
      <May call="adminReceipt">
        {detail.receipts.map(({ id, kind, number }) => (
          <p key={id} className={styles['note']}>
            <a href={`/api/admin/receipt?id=${id}`} target="_blank" rel="noopener" type="application/pdf">
              {t(`transactions:${kind}`, { number })}
            </a>
          </p>
        ))}
      </May>
    </>
  );
}

function History({ detail: { ledger, notifications } }: { detail: AdminPaymentDetail }) {
  const { t } = useTranslation(['office/payments', 'transactions']);
  const formats = useFormats();
  const when = (instant: string) => `${formats.shortDate(instant)}, ${formats.time(instant)}`;
  return (
    <div className={styles['columns']}>
      {ledger.length > 0 && (
        <section>
          <h2>{t('orders.ledger')}</h2>
          <ul className={styles['rows']}>
            {ledger.map((line) => (
              <li key={line.id}>
                <div className={styles['what']}>
                  <span>
                    {t(
                      `transactions:statement.kind.${line.kind === 'debt' && line.credits > 0 ? 'debt_lent' : (line.kind as 'purchase')}`,
                    )}
                  </span>
                  <small>{when(line.created_at)}</small>
                </div>
                <b className={styles['number']}>
                  {line.credits > 0 ? `+${formats.number(line.credits)}` : formats.number(line.credits)}
                </b>
                <span className={styles['number']}>{formats.number(line.balance)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notifications.length > 0 && (
        <section>
          <h2>{t('orders.told')}</h2>
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
