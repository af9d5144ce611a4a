import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { needsMandate } from '#contract/lists/payment-methods.ts';
import { Heading } from '#web/credits/heading.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { discountCodeOf, priceOf } from '#web/credits/price-of.ts';
import { paymentQuery } from '#web/credits/queries.ts';
import { loadShop, useShop } from '#web/credits/use-shop.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { redirect } from '#web/router/redirect.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconReceipt } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DirectDebitForm, type DebitOrder } from './direct-debit-form.tsx';
import { SmsStep, type SentSmsCode } from './sms-step.tsx';
import styles from './direct-debit.module.css';

export const load: ScreenLoad = (screen) => {
  screen.requireUser();
  const { ensure, url } = screen;
  const payment = url.searchParams.get('payment_id');
  if (!payment && !/^\d+$/.test(url.searchParams.get('package') ?? '')) throw redirect('/credits');
  return Promise.all([loadShop(screen), payment ? ensure(paymentQuery(payment)) : null]);
};
export const handle = { i18n: ['directdebit', 'credits'] };

export default function DirectDebit() {
  const { t } = useTranslation('directdebit');
  const [sent, setSent] = useState<SentSmsCode | null>(null);
  const { loaded } = useShop();
  const order = useOrder();
  const unconfirmed = useMember().status === 'not_confirmed';
  const title = sent ? t('code_title') : t('title');
  if (order === 'loading') {
    return (
      <Page title={title} width="narrow">
        <LoadingOrError query={loaded}>
          <Skeleton height={520} style={{ borderRadius: 20 }} />
        </LoadingOrError>
      </Page>
    );
  }
  if (!order) {
    return (
      <Page title={title} width="narrow">
        <EmptyState
          icon={<IconReceipt size={40} />}
          title={t(unconfirmed ? 'confirm_first' : 'not_here')}
          action={<ButtonLink to="/credits">{t('back')}</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <Page
      title={title}
      heading={<Heading t={t} text={sent ? 'code_heading' : 'heading'} />}
      lead={sent ? t('code_lead', { phone: sent.phone }) : t('lead', { price: order.price })}
      width="narrow"
    >
      <div className={styles['card']}>
        {sent ? (
          <SmsStep sent={sent} creditor={order.creditor} onResent={setSent} />
        ) : (
          <DirectDebitForm order={order} onSent={setSent} />
        )}
      </div>
    </Page>
  );
}

/** The order named by the query string; null if direct debit is not available. */
function useOrder(): DebitOrder | 'loading' | null {
  const [search] = useSearchParams();
  const { returnTo } = useOrderQuery();
  const { message_credits } = useSettings();
  const formats = useFormats();
  const begun = search.get('payment_id');
  const { packages, code } = useShop();
  const { data: payment } = useQuery({ ...paymentQuery(begun ?? ''), enabled: begun !== null });
  if (!packages || (begun && !payment)) return 'loading';
  const one = packages.packages.find(({ id }) => id === (payment?.package ?? Number(search.get('package'))));
  if (!one || !packages.methods.some(({ id }) => needsMandate(id))) return null;
  const price = priceOf(one, code, message_credits);
  const discount = discountCodeOf(one, code, price.belowMinimum);
  return {
    package: one.id,
    ...(begun ? { payment_id: begun } : {}),
    ...(discount ? { discountcode: discount } : {}),
    ...(returnTo ? { return_to: returnTo } : {}),
    price: formats.money(payment?.amount ?? price.price),
    company: packages.company.name,
    creditor: packages.company.creditor_id ?? null,
  };
}
