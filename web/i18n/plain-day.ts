import { formatLocale } from '#contract/lists/locales.ts';
import { useTimeZone } from './format.ts';
import { useLocale } from './locale-links.tsx';

/** Writes a calendar day (`2026-11-17`) as `17 Nov`, the same in every time zone. */
export function usePlainDay(): (day: string) => string {
  const format = new Intl.DateTimeFormat(formatLocale(useLocale(), useTimeZone()), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (day) => format.format(new Date(day));
}
