import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';

/** The date and time of something, or that it never happened. */
export function Moment({ at }: { at: string | null }) {
  const { t } = useTranslation('office/operations');
  const { shortDate, time } = useFormats();
  if (at === null) return t('never');
  return (
    <time dateTime={at} suppressHydrationWarning>
      {t('moment', { day: shortDate(at), time: time(at) })}
    </time>
  );
}
