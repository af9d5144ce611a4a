import { formatLocale, moneyLocale } from '#contract/lists/locales.ts';
import type { Money } from '#contract/schema.ts';
import { usePage } from '#web/page/page.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { useLocale } from './locale-links.tsx';
import { ownTimeZone } from './time-zone.ts';

export interface Formats {
  number(value: number): string;
  percent(value: number): string;
  money(value: Money): string;
  /** For example `12 March 2026`. */
  date(value: string | Date): string;
  /** For example `12 Mar 2026`, for tables. */
  shortDate(value: string | Date): string;
  /** For example `17 Nov`, for lists. */
  dayAndMonth(value: string | Date): string;
  /** A calendar day (`2026-11-17`) as `17 Nov`, the same in every time zone. */
  plainDay(day: string): string;
  time(value: string | Date): string;
  /** Weekday and date without a year, or the words for today and yesterday. */
  day(value: string | Date): string;
  isToday(value: string | Date): boolean;
  sameDay(a: string | Date, b: string | Date): boolean;
  country(code: string): string;
  language(code: string): string;
  kilometres(value: number): string;
  /** A person's height, for readers of English also in feet and inches. */
  height(centimetres: number): string;
  list(values: string[]): string;
  /** Sorts by the alphabet of the page's language, with the same result on the server and in the browser. */
  compare(one: string, other: string): number;
}

/**
 * Maximum number of cached pairs of language and zone. A server sees many; beyond this the cache is cleared.
 */
const MOST_KEPT = 120;
const formatsByLocale = new Map<string, Formats>();

/** Formats numbers, dates, money and country names for `language`, and dates and times in `timeZone`. */
export function formatsOf(language: string, timeZone: string): Formats {
  const key = `${language} ${timeZone}`;
  const known = formatsByLocale.get(key);
  if (known) return known;
  const locale = formatLocale(language, timeZone);
  const dates = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(locale, { ...options, timeZone }));
  const number = new Intl.NumberFormat(locale);
  const kilometres = lazily(
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', unitDisplay: 'short' }),
  );
  const centimetres = lazily(
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'centimeter', unitDisplay: 'short' }),
  );
  const percent = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const date = dates({ dateStyle: 'long' });
  const shortDate = dates({ dateStyle: 'medium' });
  const dayAndMonth = dates({ day: 'numeric', month: 'short' });
  const plainDay = lazily(
    () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  );
  const time = dates({ timeStyle: 'short' });
  const day = dates({ weekday: 'long', day: 'numeric', month: 'long' });
  // Swedish dates are in ISO form, such as 2026-11-22.
  const isoDay = lazily(() => new Intl.DateTimeFormat('sv', { timeZone }));
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const regions = lazily(() => new Intl.DisplayNames(locale, { type: 'region' }));
  const languages = lazily(() => new Intl.DisplayNames(locale, { type: 'language' }));
  const list = lazily(() => new Intl.ListFormat(locale));
  const collator = lazily(() => new Intl.Collator(locale));
  const moneys = new Map<string, Intl.NumberFormat>();
  const dayNumber = (value: string | Date) => Date.parse(isoDay().format(new Date(value))) / 86_400_000;
  const formats: Formats = {
    number: (value) => number.format(value),
    percent: (value) => percent().format(value / 100),
    money({ amount, currency }) {
      const format =
        moneys.get(currency) ??
        new Intl.NumberFormat(moneyLocale(language, currency), { style: 'currency', currency });
      moneys.set(currency, format);
      return format.format(Number(amount));
    },
    date: (value) => date().format(new Date(value)),
    shortDate: (value) => shortDate().format(new Date(value)),
    dayAndMonth: (value) => dayAndMonth().format(new Date(value)),
    plainDay: (value) => plainDay().format(new Date(value)),
    time: (value) => time().format(new Date(value)),
    day(value) {
      const days = dayNumber(value) - dayNumber(new Date());
      return days === 0 || days === -1
        ? capital(relative().format(days, 'day'))
        : day().format(new Date(value));
    },
    isToday: (value) => dayNumber(value) === dayNumber(new Date()),
    sameDay: (a, b) => dayNumber(a) === dayNumber(b),
    kilometres: remembered((value) => kilometres().format(value)),
    height(value) {
      const inches = Math.round(value / 2.54);
      const metric = centimetres().format(value);
      return language === 'en' ? `${metric} (${Math.floor(inches / 12)}′ ${inches % 12}″)` : metric;
    },
    language: (code) => capital(languages().of(code) ?? code),
    country: remembered((code) => regions().of(code) ?? code),
    list: (values) => list().format(values),
    compare: (one, other) => collator().compare(one, other),
  };
  if (formatsByLocale.size >= MOST_KEPT) formatsByLocale.clear();
  formatsByLocale.set(key, formats);
  return formats;
}

export function useFormats(): Formats {
  return formatsOf(useLocale(), useTimeZone());
}

/**
 * Time zone for display. During hydration it is the zone that the server rendered with, so that both agree;
 * after that, the browser's own. They differ at most on a browser's first page, because a cookie then stores
 * the zone.
 */
export function useTimeZone(): string {
  const { timeZone } = usePage();
  return useBrowser(() => ownTimeZone() ?? timeZone, timeZone);
}

/** Maximum number of cached texts of `remembered`. */
const MOST_TEXTS = 300;

/** Caches texts of values of which there are few, such as bands of distances, because each card of a page has one. */
function remembered<T>(textOf: (value: T) => string): (value: T) => string {
  const texts = new Map<T, string>();
  return (value) => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const text = textOf(value);
    if (texts.size < MOST_TEXTS) texts.set(value, text);
    return text;
  };
}

function lazily<T>(make: () => T): () => T {
  let it: T | undefined;
  return () => (it ??= make());
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
