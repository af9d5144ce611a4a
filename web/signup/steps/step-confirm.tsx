import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { useUser } from '#web/session/use-session.ts';
import { ConfirmEmailBox } from '#web/signup/return/confirm-email-box.tsx';
import { STEP_HEADING } from '#web/signup/steps.ts';
import { Button } from '#web/ui/button.tsx';
import { IconArrowRight, IconMail } from '#web/ui/icons.ts';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import styles from './after.module.css';

export function StepConfirm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('signup');
  const user = useUser();
  return (
    <div className={styles['after']}>
      <RoundIcon>
        <IconMail size={34} stroke={1.6} />
      </RoundIcon>
      <h1 tabIndex={-1} id={STEP_HEADING}>
        <Trans
          t={t}
          i18nKey="confirm.heading"
          values={{ name: user?.profile.name ?? '' }}
          components={{ em: <em /> }}
        />
      </h1>
      <p>{t('confirm.text')}</p>
      {user && <ConfirmEmailBox user={user} />}
      <div className={styles['actions']}>
        <Button size="l" onClick={onDone}>
          {t('confirm.go_on')}
          <IconArrowRight size={20} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
