import { useFormats } from '#web/i18n/format.ts';

/** `11:04` today, else `17 nov`: a list has no room for more. */
export function useShortTime(): (at: string) => string {
  const { time, dayAndMonth, isToday } = useFormats();
  return (at) => (isToday(at) ? time(at) : dayAndMonth(at));
}
