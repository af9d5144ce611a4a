import type { Locale } from '#contract/lists/locales.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import { textsOf } from '#mail/texts.ts';

export const methodName = (method: PaymentMethod, locale: Locale): string =>
  textsOf('credits').getFixedT(locale, 'credits')(`methods.${method}`);
