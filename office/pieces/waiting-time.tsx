import { formatLocale } from '#contract/lists/locales.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useClock } from '#web/session/use-clock.ts';

const STEP_MS = 10_000;

export function WaitingTime({ since }: { since: string }) {
  const { i18n } = useTranslation();
  const now = useClock(STEP_MS);
  return (
    <time dateTime={since}>
      {now === null ? '' : waitingTimeText(i18n.language, (now - Date.parse(since)) / 1000)}
    </time>
  );
}

export function waitingTimeText(language: string, seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  const [value, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return new Intl.NumberFormat(formatLocale(language), {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'short',
  }).format(value as number);
}
