import { packagesQuery, paymentQuery, paymentsPages, statementPages } from '#web/credits/queries.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams } from '#web/router/hooks.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { OrderHistory } from './order-history.tsx';
import { PaymentResult } from './payment-result.tsx';

export const load: ScreenLoad = async ({ ensure, prefetch, prefetchPages, requireUser, params, url }) => {
  requireUser();
  const { id } = params;
  // An unknown payment, or one of another member, is a 404.
  if (id) return Promise.all([ensure(paymentQuery(id)), prefetch(packagesQuery)]);
  if (url.searchParams.get('show') === 'statement') return prefetchPages(statementPages);
  return prefetchPages(paymentsPages);
};
export const handle = { i18n: ['transactions', 'credits', 'withdraw'] };

export default function Transaction() {
  const { t } = useTranslation('transactions');
  const { id } = useParams();
  return id ? <PaymentResult key={id} id={id} title={t('title')} /> : <OrderHistory />;
}
