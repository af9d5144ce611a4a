import { useQueryClient } from '@tanstack/react-query';
import type { CreditPackage } from '#contract/payments/orders.ts';
import { clockDigits, useCountdown } from '#web/credits/countdown.ts';
import { forgetOffers, useWelcome } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember } from '#web/session/use-session.ts';
import { IconTicket } from '#web/ui/icons.ts';
import styles from './discount-banner.module.css';

export function DiscountBanner({ packages }: { packages: CreditPackage[] }) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { spending_pause } = useMember();
  const percentage = packages.find(({ discount }) => discount)?.discount?.percentage;
  // A member who has paused spending must not be urged to buy.
  if (!percentage || spending_pause) return null;
  return (
    <aside className={styles['banner']}>
      <IconTicket size={30} aria-hidden="true" />
      <div className={styles['words']}>
        <strong>{t('discount.banner', { percent: formats.percent(percentage) })}</strong>
        <span>{t('discount.already')}</span>
      </div>
      <TimeLeft />
    </aside>
  );
}

export function TimeLeft() {
  const { t } = useTranslation('credits');
  const queries = useQueryClient();
  const welcome = useWelcome();
  const left = useCountdown(welcome?.discount.seconds_left, welcome?.since ?? 0, () => forgetOffers(queries));
  const parts = left === null ? ['––', '––', '––'] : clockDigits(left);
  return (
    <div className={styles['time']} role="timer" aria-label={t('discount.until')}>
      {(['hours', 'minutes', 'seconds'] as const).map((unit, index) => (
        <span key={unit} className={styles['unit']}>
          <b>{parts[index]}</b>
          <small>{t(`discount.${unit}`)}</small>
        </span>
      ))}
    </div>
  );
}
