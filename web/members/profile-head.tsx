import { isMoreGender } from '#contract/lists/genders.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { MemberProfile, ProfileCard } from '#contract/profiles.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconHeartHandshake, IconMapPin, IconVerified } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import styles from './profile.module.css';

type Placed = Pick<ProfileCard, 'city' | 'region' | 'country'>;

export function usePlaceOf(): (profile: Placed) => string {
  const { country } = useFormats();
  return (profile) =>
    [profile.city ?? profile.region, profile.country && country(profile.country)].filter(Boolean).join(', ');
}

/** The heading below the photo names the place. */
export const overlayOf = (profile: ProfileCard) => ({
  labels: <KindLabel profile={profile} />,
  caption: <b>{nameAndAge(profile)}</b>,
});

interface ProfileHeadProps {
  member: ProfileCard & Partial<Pick<MemberProfile, 'active_recently' | 'likes_me'>>;
  place: string;
}

export function ProfileHead({ member, place }: ProfileHeadProps) {
  const { t } = useTranslation(['members', 'common']);
  const { kilometres } = useFormats();
  return (
    <header className={styles['head']}>
      <h1>{nameAndAge(member)}</h1>
      <p className={styles['line']}>
        <span className={styles['place']}>
          <IconMapPin size={18} aria-hidden="true" />
          <span>
            {place}
            {member.within_km && (
              <span className={styles['within']}>
                {t('card.within', { ns: 'common', distance: kilometres(member.within_km) })}
              </span>
            )}
          </span>
        </span>
        {member.online ? (
          <span className={styles['online']}>{t('profile.online')}</span>
        ) : (
          member.active_recently && (
            <span className={styles['seen']}>{t(`profile.${member.active_recently}`)}</span>
          )
        )}
        {isMoreGender(member.gender) && <Tag>{t(`common:gender.${member.gender}`)}</Tag>}
        {member.is_new && <span className={styles['new']}>{t('card.new', { ns: 'common' })}</span>}
        {member.verified && (
          <Tag icon={<IconVerified size={14} aria-hidden="true" />}>
            {t('card.verified', { ns: 'common' })}
          </Tag>
        )}
      </p>
      {member.likes_me && (
        <p className={styles['likes-you']}>
          <IconHeartHandshake size={20} aria-hidden="true" />
          {member.liked ? t('profile.match') : t('profile.likes_you', { name: member.name })}
        </p>
      )}
    </header>
  );
}
