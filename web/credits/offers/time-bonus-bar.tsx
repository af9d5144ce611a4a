import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { WarningBar } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconGift } from '#web/ui/icons.ts';
import type { TimeBonus } from './use-time-bonus.ts';

export function TimeBonusBar({ bonus }: { bonus: TimeBonus }) {
  const { t } = useTranslation('notices');
  const formats = useFormats();
  return (
    <WarningBar
      icon={IconGift}
      action={
        <ButtonLink to="/premium" look="quiet" size="s">
          {t('bonus_way')}
        </ButtonLink>
      }
    >
      <span role="timer" aria-live="off">
        {t('bonus', { percent: formats.percent(bonus.percentage), time: bonus.time })}
      </span>
    </WarningBar>
  );
}
