import { useTranslation } from 'react-i18next';
import { useFormats } from '#web/i18n/format.ts';

/** `11:04` today, else `17 nov`: a list has no room for more. */
export function useShortTime(): (at: string) => string {
  const { i18n } = useTranslation('chat');
  const { time } = useFormats();
  return (at) => (isToday(at) ? time(at) : new Date(at).toLocaleDateString(i18n.language, { day: 'numeric', month: 'short' }));
}

const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString();
