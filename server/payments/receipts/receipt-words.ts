import { formatLocale, localePath, moneyLocale, type Locale } from '#contract/lists/locales.ts';
import { textsOf } from '#mail/texts.ts';
import { methodName } from '../gateways/methods.ts';
import type { Receipt } from './receipts.ts';

export interface ReceiptWords {
  title: string;
  heading: string;
  seller: string[];
  facts: [what: string, value: string][];
  lineHead: [what: string, amount: string];
  lines: [what: string, amount: string][];
  total: [what: string, amount: string];
  vat: [what: string, amount: string][];
  notes: string[];
}

export function receiptWords(
  { kind, number, issued_on, payment_id, details }: Receipt,
  locale: Locale,
): ReceiptWords {
  const translator = createTranslator(locale, details.currency);
  const { t, countryName } = translator;
  const { seller, descriptor } = details;
  const back = kind === 'credit_note';
  const heading = t(back ? 'credit_note' : 'receipt');
  return {
    title: `${heading} ${number}`,
    heading,
    seller: [
      seller.name,
      seller.address,
      `${seller.city}, ${countryName(seller.country)}`,
      ...(seller.kvk ? [t('kvk', { number: seller.kvk })] : []),
      ...(seller.vatNumber ? [t('vat_number', { number: seller.vatNumber })] : []),
    ],
    facts: [
      [t('number'), number],
      [t('date'), translator.day(issued_on)],
      ...(details.corrects ? [[t('corrects'), details.corrects] as [string, string]] : []),
      [t('order'), payment_id],
      [t('country'), countryName(details.country)],
      [t(back ? 'method_back' : 'method'), methodName(details.method, locale)],
    ],
    lineHead: [t('what'), t('amount')],
    lines: linesOf(translator, details, back),
    total: [t(back ? 'total_back' : 'total'), translator.money(details.totalCents)],
    vat: vatOf(translator, details),
    notes: [
      ...(back ? [] : [t('once')]),
      ...contractWords(details, locale),
      ...(descriptor ? [t('descriptor', { descriptor })] : []),
      t('questions', { email: seller.supportEmail }),
    ],
  };
}

export function contractWords({ contract, currency, seller }: Receipt['details'], locale: Locale): string[] {
  if (!contract) return [];
  const { t } = createTranslator(locale, currency);
  const page = (path: string) => `${contract.origin}${localePath(locale, path)}`;
  const email = seller.supportEmail;
  return [
    t('contract', { site: contract.site }),
    ...(contract.consented ? [t('consent')] : []),
    t('withdrawal', {
      days: contract.refundDays,
      link: page('/withdraw'),
      policy: page('/pages/return-policy'),
      email,
    }),
    t('terms', { terms: page('/pages/terms'), email }),
  ];
}

type Translator = ReturnType<typeof createTranslator>;

function createTranslator(locale: Locale, currency: string) {
  const translate = textsOf('receipt').getFixedT(locale, 'receipt');
  const amounts = new Intl.NumberFormat(moneyLocale(locale, currency), { style: 'currency', currency });
  const days = new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: 'UTC' });
  const percentages = new Intl.NumberFormat(formatLocale(locale), {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  return {
    t: (key: string, values: Record<string, string | number> = {}) => plain(translate(key, values)),
    money: (cents: number) => plain(amounts.format(cents / 100)),
    day: (date: string) => plain(days.format(new Date(`${date}T00:00:00Z`))),
    percentage: (value: number) => plain(percentages.format(value / 100)),
    countryName: (code: string) => countries.of(code) ?? code,
  };
}

function linesOf(
  { t, money }: Translator,
  details: Receipt['details'],
  back: boolean,
): ReceiptWords['lines'] {
  const { credits, discountCode } = details;
  // A refund may exceed the value of the credits taken back.
  const what =
    back && credits === 0 ? t('total_back') : t(back ? 'credits_back' : 'credits', { count: credits });
  const lines: ReceiptWords['lines'] = [[what, money(details.priceCents)]];
  if (details.discountCents > 0)
    lines.push([
      discountCode ? t('discount_code', { code: discountCode }) : t('discount'),
      money(-details.discountCents),
    ]);
  if (details.costsCents > 0) lines.push([t('costs'), money(details.costsCents)]);
  return lines;
}

function vatOf(
  { t, money, percentage, countryName }: Translator,
  { country, vatPercentage, totalCents, vatCents }: Receipt['details'],
): ReceiptWords['vat'] {
  if (vatPercentage <= 0) return [];
  const tax = ['AU', 'NZ', 'CA'].includes(country) ? 'GST' : t('vat');
  const values = { tax, rate: percentage(vatPercentage), country: countryName(country) };
  return [
    [t('net'), money(totalCents - vatCents)],
    [t('vat_line', values), money(vatCents)],
  ];
}

/** The font lacks narrow no-break spaces, so wide ones replace them. */
const plain = (text: string) => text.replaceAll(/[\u202f\u2009]/g, '\u00a0');
