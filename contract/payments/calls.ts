import { booksCalls } from './books.ts';
import { catalogueCalls } from './catalogue.ts';
import { directDebitCalls } from './direct-debit.ts';
import { discountCalls } from './discounts.ts';
import { disputeCalls } from './disputes.ts';
import { paymentOfficeCalls } from './office-payments.ts';
import { orderCalls } from './orders.ts';
import { paymentListCalls } from './payment-list.ts';
import { withdrawalCalls } from './refunds.ts';
import { worklistCalls } from './worklist.ts';

export const paymentsCalls = {
  ...orderCalls,
  ...directDebitCalls,
  ...discountCalls,
  ...disputeCalls,
  ...withdrawalCalls,
  ...paymentListCalls,
  ...paymentOfficeCalls,
  ...catalogueCalls,
  ...booksCalls,
  ...worklistCalls,
};
