import { useQuery } from '@tanstack/react-query';
import type { WithdrawableOrder } from '#contract/payments/refunds.ts';
import { Heading } from '#web/credits/heading.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { withdrawalsQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconReceipt } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawOrder } from './withdraw-order.tsx';
import styles from './withdraw.module.css';

const OTHER = 'other';

export const load: ScreenLoad = ({ user, ensure }) => (user ? ensure(withdrawalsQuery) : null);
export const handle = { i18n: ['withdraw', 'credits', 'errors'] };

/**
 * The withdrawal function (directive (EU) 2023/2673). Members choose one of their orders, visitors enter an
 * order number. One button submits the statement, and a receipt follows by mail.
 */
export default function Withdraw() {
  const { t } = useTranslation('withdraw');
  const user = useUser();
  const { refund_days: days } = useSettings();
  const [search] = useSearchParams();
  const { data } = useQuery({ ...withdrawalsQuery, enabled: user !== null });
  const wanted = search.get('order');
  const own = data?.orders.find(({ payment_id }) => payment_id === wanted) ?? null;
  const byNumber = !user || wanted === OTHER || (wanted !== null && data !== undefined && !own);
  return (
    <Page
      title={t('title')}
      heading={<Heading t={t} text="heading" />}
      lead={t('lead', { days })}
      width="narrow"
      isPublic
      description={t('lead', { days })}
    >
      {user && !data ? (
        <TextSkeleton lines={5} />
      ) : own || byNumber ? (
        <WithdrawForm key={wanted} order={own} number={wanted === OTHER ? '' : (wanted ?? '')} />
      ) : (
        data && <Orders orders={data.orders} days={days} />
      )}
      <p className={styles['policy']}>
        <Link to="/pages/return-policy">{t('policy')}</Link>
      </p>
    </Page>
  );
}

function Orders({ orders, days }: { orders: WithdrawableOrder[]; days: number }) {
  const { t } = useTranslation('withdraw');
  const other = (
    <p className={styles['other']}>
      <Link to={`/withdraw?order=${OTHER}`}>{t('other_order')}</Link>
    </p>
  );
  if (orders.length === 0)
    return (
      <>
        <EmptyState icon={<IconReceipt size={40} />} title={t('none')} text={t('none_text', { days })} />
        {other}
      </>
    );
  return (
    <>
      <h2 className={styles['choose']}>{t('choose')}</h2>
      <ul className={styles['orders']}>
        {orders.map((order) => (
          <li key={order.payment_id}>
            <WithdrawOrder order={order} />
            {order.unused > 0 && (
              <ButtonLink to={`/withdraw?order=${order.payment_id}`} look="secondary">
                {t('button')}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {other}
    </>
  );
}
