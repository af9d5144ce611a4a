import { useTranslation } from 'react-i18next';
import type { Money } from '#contract/schema.ts';

export interface Formats {
  number(value: number): string;
  percent(value: number): string;
  money(value: Money): string;
  /** `12 March 2026`. */
  date(value: string | Date): string;
  /** `12 Mar 2026`, for tables. */
  shortDate(value: string | Date): string;
  /** `11:04`. */
  time(value: string | Date): string;
  /** Weekday and date without a year; today and yesterday by name. */
  day(value: string | Date): string;
  country(code: string): string;
  /** `25 km`. */
  kilometres(value: number): string;
  list(values: string[]): string;
}

const made = new Map<string, Formats>();

/** Numbers, dates, money and country names as `locale` writes them. Dates are shown in the reader's own time zone. */
export function formatsOf(locale: string): Formats {
  const known = made.get(locale);
  if (known) return known;
  const number = new Intl.NumberFormat(locale);
  const kilometres = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', unitDisplay: 'short' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const shortDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const list = new Intl.ListFormat(locale);
  const moneys = new Map<string, Intl.NumberFormat>();
  const formats: Formats = {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    money({ amount, currency }) {
      const format = moneys.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
      moneys.set(currency, format);
      return format.format(Number(amount));
    },
    date: (value) => date.format(new Date(value)),
    shortDate: (value) => shortDate.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    day(value) {
      const then = new Date(value);
      const days = Math.round((midnight(then) - midnight(new Date())) / 86_400_000);
      return days === 0 || days === -1 ? capital(relative.format(days, 'day')) : day.format(then);
    },
    kilometres: (value) => kilometres.format(value),
    country: (code) => regions.of(code) ?? code,
    list: (values) => list.format(values),
  };
  made.set(locale, formats);
  return formats;
}

/** Formats of the page's language. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  return formatsOf(i18n.language);
}

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
