import { factFields, type Interest } from '#contract/profile-fields.ts';
import type { MemberProfile } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconHeartFilled } from '#web/ui/icons.ts';
import styles from './profile-facts.module.css';

interface ProfileFactsProps {
  member: MemberProfile;
  own: boolean;
  mine: readonly Interest[];
  /** Notes that the setting `visible_profile_notes` makes visible. */
  notes: readonly string[];
}

export function ProfileFacts({ member, own, mine, notes }: ProfileFactsProps) {
  const { t } = useTranslation(['members', 'profile']);
  const facts = factFields.flatMap((field) =>
    member[field] ? [[field, t(`${field}.${member[field]}`, { ns: 'profile' })] as const] : [],
  );
  const shared = new Set(own ? [] : mine);
  return (
    <>
      {notes.includes('about') && (
        <section className={styles['about']}>
          <h2>{own ? t('profile.about_own') : t('profile.about', { name: member.name })}</h2>
          {member.about ? (
            <p className={styles['words']}>{member.about}</p>
          ) : (
            !own && <p className={styles['nothing']}>{t('profile.about_empty', { name: member.name })}</p>
          )}
        </section>
      )}
      {facts.length > 0 && (
        <section>
          <h2 className={styles['small']}>{t('profile.facts')}</h2>
          <dl className={styles['facts']}>
            {facts.map(([field, value]) => (
              <div key={field}>
                <dt>{t(`field.${field}`, { ns: 'profile' })}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {member.interests.length > 0 && (
        <section>
          <h2 className={styles['small']}>{t('profile.interests')}</h2>
          <ul className={styles['interests']}>
            {member.interests.map((interest) => (
              <li key={interest} className={shared.has(interest) ? styles['shared'] : undefined}>
                {shared.has(interest) && <IconHeartFilled size={14} aria-hidden="true" />}
                {t(`interests.${interest}`, { ns: 'profile' })}
                {shared.has(interest) && <span className="visually-hidden">{t('profile.in_common')}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
