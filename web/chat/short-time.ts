import { useFormats } from '#web/i18n/format.ts';

/**
 * Depends on today's date, which a device with a wrong clock computes differently from the server. Elements that
 * show it need `suppressHydrationWarning`.
 */
export function useShortTime(): (at: string) => string {
  const { time, dayAndMonth, isToday } = useFormats();
  return (at) => (isToday(at) ? time(at) : dayAndMonth(at));
}
