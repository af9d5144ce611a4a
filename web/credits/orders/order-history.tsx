import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Payment } from '#contract/payments/orders.ts';
import { Heading } from '#web/credits/heading.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { MethodMark } from '#web/credits/method-mark.tsx';
import { paymentsPages } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDownload, IconReceipt } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { Statement } from './statement.tsx';
import withdraw from '#web/credits/withdraw/withdraw.module.css';
import styles from './order-history.module.css';

export function OrderHistory() {
  const { t } = useTranslation('transactions');
  const { t: words } = useTranslation('withdraw');
  const [search] = useSearchParams();
  const statement = search.get('show') === 'statement';
  const tab = (to: string, here: boolean, text: string) => (
    <Link
      to={to}
      className={clsx(styles['tab'], here && styles['here'])}
      aria-current={here ? 'page' : undefined}
      preventScrollReset
      replace
    >
      {text}
    </Link>
  );
  return (
    <Page
      title={t('history.title')}
      heading={<Heading t={t} text="history.heading" />}
      lead={t('history.lead')}
      width="narrow"
    >
      <nav className={styles['tabs']} aria-label={t('history.tabs')}>
        {tab('/transactions', !statement, t('history.orders'))}
        {tab('/transactions?show=statement', statement, t('history.statement'))}
      </nav>
      {statement ? <Statement /> : <Orders />}
      <p className={withdraw['foot']}>
        <Link to="/withdraw">{words('button')}</Link>
      </p>
    </Page>
  );
}

function Orders() {
  const { t } = useTranslation('transactions');
  const loaded = useInfiniteQuery(paymentsPages);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = loaded;
  if (!data)
    return (
      <LoadingOrError query={loaded}>
        <TextSkeleton lines={6} />
      </LoadingOrError>
    );
  const orders = data.pages.flatMap(({ payments }) => payments);
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={<IconReceipt size={40} />}
        title={t('history.empty')}
        text={t('history.empty_text')}
        action={<ButtonLink to="/credits">{t('history.buy')}</ButtonLink>}
      />
    );
  }
  return (
    <>
      <ul className={styles['orders']}>
        {orders.map((order) => (
          <Order key={order.payment_id} order={order} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          look="secondary"
          className={styles['more']}
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
    </>
  );
}

const tones = {
  completed: 'green',
  pending: 'gold',
  failed: 'red',
  cancelled: 'soft',
  loading: 'soft',
} as const;

function Order({ order }: { order: Payment }) {
  const { t } = useTranslation('transactions');
  const { t: words } = useTranslation('withdraw');
  const { t: credits } = useTranslation('credits');
  const formats = useFormats();
  const date = formats.shortDate(order.created_at ?? '');
  const receipt = order.receipts?.find(({ kind }) => kind === 'receipt');
  return (
    <li className={styles['order']}>
      <MethodMark method={order.method} />
      <div className={styles['what']}>
        <Link to={`/transactions/${order.payment_id}`} aria-label={t('history.open', { date })}>
          {t('history.package', { count: order.credits })}
        </Link>
        <small>
          <span>{date}</span> <span>{credits(`methods.${order.method}`)}</span>
        </small>
      </div>
      <div className={styles['sum']}>
        <b>{formats.money(order.amount)}</b>
        {order.refund && !order.reversed ? (
          <Tag tone={order.refund.status === 'completed' ? 'soft' : 'gold'}>
            {words(order.refund.claims.length > 0 ? 'tag_claimable' : `tag_${order.refund.status}`)}
          </Tag>
        ) : (
          <Tag tone={order.reversed ? 'soft' : tones[order.status]}>
            {t(`status.${order.reversed ?? order.status}`)}
          </Tag>
        )}
      </div>
      {receipt && (
        <a
          className={styles['receipt']}
          href={`/api/receipt.php?id=${receipt.id}`}
          target="_blank"
          rel="noopener"
          type="application/pdf"
          aria-label={t('receipt', { number: receipt.number })}
          title={t('receipt', { number: receipt.number })}
        >
          <IconDownload size={20} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}
