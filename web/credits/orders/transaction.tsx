import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams } from 'react-router';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { OrderHistory } from './order-history.tsx';
import { PaymentResult } from './payment-result.tsx';
import { packagesQuery, paymentQuery, paymentsPages, statementPages } from '#web/credits/queries.ts';

const load: ScreenLoad = async ({ ensure, prefetch, prefetchPages, requireUser, params, url }) => {
  requireUser();
  const { id } = params;
  // The result: another member's payment, or none, is the page that could not be found.
  if (id) return Promise.all([ensure(paymentQuery(id)), prefetch(packagesQuery)]);
  return prefetchPages(url.searchParams.get('show') === 'statement' ? (statementPages as never) : (paymentsPages as never));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['transactions', 'credits', 'withdraw'] };

/** /transactions/{id?}: the result of a payment; without id the order history and the statement. */
export default function Transaction() {
  const { t } = useTranslation('transactions');
  const { id } = useParams();
  return id ? <PaymentResult key={id} id={id} title={t('title')} /> : <OrderHistory />;
}
