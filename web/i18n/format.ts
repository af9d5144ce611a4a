import type { Money } from '#contract/schema.ts';
import { usePage } from '#web/session/page.tsx';
import { useLocale } from './locale-links.tsx';
import { ownTimeZone } from './time-zone.ts';
import { useBrowser } from '#web/session/use-browser.ts';

export interface Formats {
  number(value: number): string;
  percent(value: number): string;
  money(value: Money): string;
  /** `12 March 2026`. */
  date(value: string | Date): string;
  /** `12 Mar 2026`, for tables. */
  shortDate(value: string | Date): string;
  /** `17 Nov`, for lists. */
  dayAndMonth(value: string | Date): string;
  /** `11:04`. */
  time(value: string | Date): string;
  /** Weekday and date without a year; today and yesterday by name. */
  day(value: string | Date): string;
  isToday(value: string | Date): boolean;
  sameDay(a: string | Date, b: string | Date): boolean;
  country(code: string): string;
  /** `25 km`. */
  kilometres(value: number): string;
  list(values: string[]): string;
}

/** A server sees many languages and zones; beyond this many pairs it begins again. */
const MOST_KEPT = 120;
const made = new Map<string, Formats>();

/** Numbers, dates, money and country names as `locale` writes them; dates and times in `timeZone`. */
export function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const dates = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat(locale, { ...options, timeZone }));
  const number = new Intl.NumberFormat(locale);
  const kilometres = lazily(() => new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', unitDisplay: 'short' }));
  const percent = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const date = dates({ dateStyle: 'long' });
  const shortDate = dates({ dateStyle: 'medium' });
  const dayAndMonth = dates({ day: 'numeric', month: 'short' });
  const time = dates({ timeStyle: 'short' });
  const day = dates({ weekday: 'long', day: 'numeric', month: 'long' });
  // Swedish dates read 2026-11-22, which is also how a day is counted from.
  const isoDay = lazily(() => new Intl.DateTimeFormat('sv', { timeZone }));
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const regions = lazily(() => new Intl.DisplayNames(locale, { type: 'region' }));
  const list = lazily(() => new Intl.ListFormat(locale));
  const moneys = new Map<string, Intl.NumberFormat>();
  const dayNumber = (value: string | Date) => Date.parse(isoDay().format(new Date(value))) / 86_400_000;
  const formats: Formats = {
    number: (value) => number.format(value),
    percent: (value) => percent().format(value / 100),
    money({ amount, currency }) {
      const format = moneys.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
      moneys.set(currency, format);
      return format.format(Number(amount));
    },
    date: (value) => date().format(new Date(value)),
    shortDate: (value) => shortDate().format(new Date(value)),
    dayAndMonth: (value) => dayAndMonth().format(new Date(value)),
    time: (value) => time().format(new Date(value)),
    day(value) {
      const days = dayNumber(value) - dayNumber(new Date());
      return days === 0 || days === -1 ? capital(relative().format(days, 'day')) : day().format(new Date(value));
    },
    isToday: (value) => dayNumber(value) === dayNumber(new Date()),
    sameDay: (a, b) => dayNumber(a) === dayNumber(b),
    kilometres: (value) => kilometres().format(value),
    country: (code) => regions().of(code) ?? code,
    list: (values) => list().format(values),
  };
  if (made.size >= MOST_KEPT) made.clear();
  made.set(key, formats);
  return formats;
}

/** Formats of the page's language in the reader's time zone. */
export function useFormats(): Formats {
  return formatsOf(useLocale(), useTimeZone());
}

/**
 * The zone that times are shown in: while the page is taken over, the one that the server rendered with, so that both agree;
 * from then on the browser's own. They differ at most on the first page of a browser, since it tells its zone by cookie.
 */
export function useTimeZone(): string {
  const { timeZone } = usePage();
  return useBrowser(() => ownTimeZone() ?? timeZone, timeZone);
}

function lazily<T>(make: () => T): () => T {
  let it: T | undefined;
  return () => (it ??= make());
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
