import { useFormats } from '#web/i18n/format.ts';

export function useShortTime(): (at: string) => string {
  const { time, dayAndMonth, isToday } = useFormats();
  return (at) => (isToday(at) ? time(at) : dayAndMonth(at));
}
