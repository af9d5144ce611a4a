import { useFormats } from '#web/i18n/format.ts';

/** Compact form for lists: `11:04` today, or else `17 Nov`. */
export function useShortTime(): (at: string) => string {
  const { time, dayAndMonth, isToday } = useFormats();
  return (at) => (isToday(at) ? time(at) : dayAndMonth(at));
}
