import { CoinStack } from '#web/credits/coin-stack.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import type { TimeBonus } from './use-time-bonus.ts';
import styles from './time-bonus.module.css';

export default function TimeBonusModal({ bonus, onClose }: { bonus: TimeBonus; onClose: () => void }) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  return (
    <Modal
      open
      onClose={onClose}
      size="s"
      title={t('bonus.title', { percent: formats.percent(bonus.percentage) })}
    >
      <div className={styles['modal']}>
        <CoinStack level={5} />
        <p>{t('bonus.text', { count: Math.ceil(bonus.left / 3600) })}</p>
        <p className={styles['clock']} role="timer" aria-label={t('bonus.time_left')}>
          {bonus.time}
        </p>
        <ButtonLink to="/premium" size="l" wide onClick={onClose}>
          {t('bonus.button')}
        </ButtonLink>
        <Button look="quiet" wide onClick={onClose}>
          {t('bonus.later')}
        </Button>
      </div>
    </Modal>
  );
}
