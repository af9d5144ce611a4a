import type { PaymentMethod } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { textsOf } from '#mail/texts.ts';

/** A method as the payer's screens name it, for receipts and checkouts: brands as their owners write them, the others in the language. */
export const methodName = (method: PaymentMethod, locale: Locale): string => textsOf('credits').getFixedT(locale, 'credits')(`methods.${method}`);
