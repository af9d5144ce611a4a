import { hiddenFields } from '#contract/profile-fields.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { completenessOf, type ProfilePart } from './completeness.ts';
import { profilePath, type ProfileSection } from './profile-sections.ts';
import styles from './completeness.module.css';

export function Completeness() {
  const { t } = useTranslation('my_profile');
  const { percent: asPercent } = useFormats();
  const { percent, next } = completenessOf(useMember().profile, hiddenFields(useSettings()));
  if (!next) return null;
  return (
    <Link className={styles['nudge']} to={placeOf(next)}>
      <span className={styles['ring']} style={{ '--percent': percent }} aria-hidden="true">
        {asPercent(percent)}
      </span>
      <span>
        <strong>{t('complete.title', { percent: asPercent(percent) })}</strong>
        <small>{t(`complete.${next}`)}</small>
      </span>
    </Link>
  );
}

const sections: Record<ProfilePart, ProfileSection> = {
  photo: 'photos',
  more_photos: 'photos',
  about: 'about',
  prompts: 'prompts',
  interests: 'interests',
  city: 'place',
  intention: 'love',
  appearance: 'looks',
  relationship: 'love',
};

/** The photos are below, on the same page. */
const placeOf = (part: ProfilePart) =>
  sections[part] === 'photos' ? '#my-photos' : profilePath(sections[part]);
