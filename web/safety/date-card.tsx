import type { SharedDate } from '#contract/safety/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useClock } from '#web/session/use-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { ShareLink } from './share-link.tsx';
import { useDates } from './use-dates.ts';
import styles from './safety.module.css';

const MINUTE_MS = 60_000;

export function DateCard({ date, onEdit }: { date: SharedDate; onEdit: () => void }) {
  const { t } = useTranslation('safety');
  const { day, date: dateOf, time } = useFormats();
  const path = useLocalePath()(`/shared-date?token=${date.token}`);
  const { checkIn, end } = useDates();
  const now = useClock(MINUTE_MS);
  const { id, who, starts_at, place, note, checked_in_at, expires_at } = date;
  const hasBegun = now !== null && Date.parse(starts_at) <= now;
  return (
    <Card title={who} className={styles['card']}>
      <p className={styles['quiet']}>
        {[`${day(starts_at)}, ${time(starts_at)}`, place, note].filter(Boolean).join(' · ')}
      </p>
      <p className={styles['quiet']}>
        <CheckInState date={date} now={now} />
      </p>
      {hasBegun && !checked_in_at && (
        <div>
          <Button busy={checkIn.isPending} onClick={() => checkIn.mutate(id)}>
            {t('fine')}
          </Button>
        </div>
      )}
      <ShareLink path={path} />
      <p className={styles['quiet']}>
        {t('dates.expires', { date: dateOf(expires_at), time: time(expires_at) })}
      </p>
      <div className={styles['ways']} role="group" aria-label={who}>
        <Button look="secondary" size="s" onClick={onEdit}>
          {t('dates.edit')}
        </Button>
        <Button
          look="quiet"
          size="s"
          busy={end.isPending}
          onClick={() => end.mutate(id, { onSuccess: () => toast('success', t('dates.ended')) })}
        >
          {t('dates.end')}
        </Button>
      </div>
    </Card>
  );
}

function CheckInState({
  date: { check_in_at, checked_in_at },
  now,
}: {
  date: SharedDate;
  now: number | null;
}) {
  const { t } = useTranslation('safety');
  const { time } = useFormats();
  if (checked_in_at) return t('dates.checked_in', { time: time(checked_in_at) });
  if (!check_in_at) return t('dates.no_check_in');
  const isDue = now !== null && Date.parse(check_in_at) <= now;
  return t(isDue ? 'dates.asked_at' : 'dates.check_in_at', { time: time(check_in_at) });
}
