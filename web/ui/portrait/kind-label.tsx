import { clsx } from 'clsx';
import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { IconMasks, IconPencil, IconSparkles, IconVideo } from '#web/ui/icons.ts';
import styles from './kind-label.module.css';

const fictionalIcons: Record<string, typeof IconSparkles> = {
  sparkles: IconSparkles,
  masks: IconMasks,
  pencil: IconPencil,
};

/**
 * The label of every fictional profile and cam listing, wherever they appear (docs/product.md 11.1). Null for
 * a member.
 */
export function KindLabel({
  profile,
  plain,
}: {
  profile: Pick<ProfileCard, 'kind' | 'cam'>;
  plain?: boolean;
}) {
  const { t } = useTranslation('common');
  const settings = useSettings();
  if (profile.kind === 'member') return null;
  const cam = profile.kind === 'cam';
  const ofPartner = profile.cam?.variant === 'resell';
  const Icon = cam ? IconVideo : fictionalIcons[settings.fictional_icon];
  return (
    <span
      className={clsx(
        plain ? styles['plain'] : styles['label'],
        !plain && styles[ofPartner ? 'partner' : 'kind'],
      )}
    >
      {Icon && <Icon size={14} aria-hidden="true" />}
      {cam
        ? t(ofPartner ? 'card.cam_resell' : 'card.cam')
        : (settings.fictional_singular ?? t('card.fictional'))}
    </span>
  );
}
