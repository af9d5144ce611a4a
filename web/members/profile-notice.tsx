import type { MemberProfile } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { IconMasks, IconVideo } from '#web/ui/icons.ts';
import styles from './profile-notice.module.css';

/**
 * Explains what a fictional profile or cam listing is (docs/product.md 11.1). Renders nothing for a member.
 */
export function ProfileNotice({ member }: { member: MemberProfile }) {
  const { t } = useTranslation('members');
  const { fictional_singular: named } = useSettings();
  if (member.kind === 'member') return null;
  const fictional = member.kind === 'fictional';
  return (
    <div className={styles['notice']} role="note">
      {fictional ? <IconMasks size={24} aria-hidden="true" /> : <IconVideo size={24} aria-hidden="true" />}
      {fictional ? (
        <p>{named ? t('profile.fictional_named', { name: named }) : t('profile.fictional')}</p>
      ) : (
        <p>
          {t(member.cam?.variant === 'resell' ? 'profile.cam_resell' : 'profile.cam')} {t('profile.cam_note')}
        </p>
      )}
    </div>
  );
}
