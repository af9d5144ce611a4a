import { ChangeCredits } from '#office/pieces/change-credits.tsx';
import { Fold } from '#office/pieces/fold.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './support.module.css';

/** Credits as a gesture. */
export function Gesture({ member }: { member: number }) {
  const { t } = useTranslation('office/support');
  return (
    <Fold summary={t('give')}>
      <ChangeCredits
        member={member}
        className={styles['form']}
        size="s"
        done={({ state }) => t(state === 'done' ? 'given' : 'given_waits')}
        refresh="adminSupportMember"
      />
    </Fold>
  );
}
