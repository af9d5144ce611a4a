import { hiddenFields } from '#contract/profile-fields.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { completenessOf } from './completeness.ts';
import styles from './completeness.module.css';

export function Completeness() {
  const { t } = useTranslation('my_profile');
  const { percent: asPercent } = useFormats();
  const { percent, next } = completenessOf(useMember().profile, hiddenFields(useSettings()));
  if (!next) return null;
  return (
    <a className={styles['nudge']} href={`#${anchors[next]}`}>
      <span className={styles['ring']} style={{ '--percent': percent }} aria-hidden="true">
        {asPercent(percent)}
      </span>
      <span>
        <strong>{t('complete.title', { percent: asPercent(percent) })}</strong>
        <small>{t(`complete.${next}`)}</small>
      </span>
    </a>
  );
}

const anchors = {
  photo: 'my-photos',
  more_photos: 'my-photos',
  about: 'about',
  prompts: 'prompts',
  interests: 'interests',
  city: 'place',
  intention: 'looks',
  appearance: 'looks',
  relationship: 'looks',
} as const;
