import type { Onlooker } from '#contract/lists/onlookers.ts';
import type { ProfileAs, ShownProfile } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { ProfileFacts } from '#web/members/profile-facts.tsx';
import { overlayOf, ProfileHead, usePlaceOf } from '#web/members/profile-head.tsx';
import { ProfilePhotos } from '#web/members/profile-photos.tsx';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { Card } from '#web/ui/page.tsx';
import styles from './who-can-see-me.module.css';

/** What somebody gets who opens the member's profile: the profile, or the sentence in its place. */
export function AsSeen({ as, seen: { seen, listed, profile } }: { as: Onlooker; seen: ProfileAs }) {
  const { t } = useTranslation(['who_can_see_me', 'errors']);
  const { name } = useMember().profile;
  const sentence = seen === 'blocked_by' ? 'blocked_by' : 'not_found';
  return (
    <div aria-live="polite" className={styles['seen']}>
      <p className={styles['outcome']}>
        {t(seen === 'visible' ? (listed ? 'listed' : 'unlisted') : seen)}
        {seen === 'hidden' && <span className={styles['known']}>{t('known')}</span>}
      </p>
      {profile ? (
        <Preview profile={profile} shownAs={as === 'visitor' ? 'visitor' : 'member'} />
      ) : (
        <Card>
          <p>{t(`errors:error.${sentence}`, { name })}</p>
        </Card>
      )}
    </div>
  );
}

function Preview({ profile, shownAs }: { profile: ShownProfile; shownAs: 'visitor' | 'member' }) {
  const { t } = useTranslation('who_can_see_me');
  const settings = useSettings();
  const place = usePlaceOf()(profile);
  return (
    <section className={styles['preview']} aria-label={t('preview')}>
      <ProfilePhotos member={profile} shownAs={shownAs} {...overlayOf(profile)} />
      <div className={styles['text']}>
        <ProfileHead member={profile} place={place} />
        <details className={styles['rest']}>
          <summary>{t('rest')}</summary>
          <ProfileFacts
            member={profile}
            own={false}
            mine={[]}
            notes={settings.visible_profile_notes}
            hidden={[]}
          />
        </details>
      </div>
    </section>
  );
}
