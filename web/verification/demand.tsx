import type { VerificationDemand } from '#contract/photos/verification.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './verification.module.css';

/** Why the member must be verified before writing to somebody new, and what stays possible. */
export function Demand({ demand: { why, words } }: { demand: VerificationDemand }) {
  const { t } = useTranslation('verification');
  return (
    <Alert
      tone="warning"
      title={t('demand.title')}
      action={
        why === 'everybody' ? undefined : (
          <ButtonLink to="/support" look="quiet" size="s">
            {t('demand.object')}
          </ButtonLink>
        )
      }
    >
      <div className={styles['demand']}>
        <p>{t(`demand.${why}`)}</p>
        {words && <blockquote>{words}</blockquote>}
        <p>{t('demand.meanwhile')}</p>
      </div>
    </Alert>
  );
}
