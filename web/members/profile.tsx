import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { LikedByCard } from '#contract/likes.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { MemberProfile, ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { profileTexts } from '#web/page/profile-texts.ts';
import { GalleryFrame } from '#web/photos/gallery.tsx';
import { useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { openedCard } from '#web/session/opened-card.ts';
import { likesQuery, userQuery } from '#web/session/queries.ts';
import { callQuery } from '#web/session/query-client.ts';
import { notFound, retryNavigation, type ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconArrowLeft, IconPencil } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { PageHead } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileHead, overlayOf, usePlaceOf } from './profile-head.tsx';
import { ProfileNotice } from './profile-notice.tsx';
import { ProfilePhotos } from './profile-photos.tsx';
import styles from './profile.module.css';

// Few profiles have one.
const ProfileVoice = lazyPart(() => import('./profile-voice.tsx'));
const CardGrid = lazyPart(async () => ({ default: (await import('#web/likes/card-grid.tsx')).CardGrid }));

/** Distance from the viewport at which the related members are loaded. They are usually below the fold. */
const AHEAD = '500px';

const memberQuery = (id: number) => callQuery('member', { query: { id } });

export const load: ScreenLoad = ({ ensure, prefetch, queries, params }) => {
  const id = Number(params['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw notFound();
  // The card that the reader opened is the screen's first frame, so the screen opens without waiting.
  return queries.getQueryData(openedCard(id))
    ? prefetch({ ...memberQuery(id), retry: retryNavigation })
    : ensure(memberQuery(id));
};
export const handle = { i18n: profileTexts };

export default function MemberProfileScreen() {
  const id = Number(useParams()['id']);
  return <Profile key={id} id={id} />;
}

function Profile({ id }: { id: number }) {
  const { t } = useTranslation('members');
  const placeOf = usePlaceOf();
  const card = useQueryClient().getQueryData<ProfileCard>(openedCard(id));
  const { data: member } = useQuery({
    ...memberQuery(id),
    retry: retryNavigation,
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  useLikeSeen(id, member !== undefined);
  const shown = member ?? card;
  if (!shown) return null;

  const place = placeOf(shown);
  const overlay = overlayOf(shown);
  return (
    <article className={styles['page']} aria-busy={!member}>
      <PageHead title={nameAndAge(shown)} />
      <Link to="/members" className={styles['back']}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {t('profile.back')}
      </Link>
      <div className={styles['photos']}>
        {member ? (
          <ProfilePhotos member={member} card={card} {...overlay} />
        ) : (
          <GalleryFrame image={shown.main_image} photos={shown.num_photos} {...overlay} />
        )}
      </div>
      <div className={styles['text']}>
        <ProfileHead member={shown} place={place} />
        {member ? <About member={member} /> : <Skeleton height={160} />}
      </div>
      {member && member.related.length > 0 && <Related profiles={member.related.slice(0, 4)} />}
    </article>
  );
}

function Related({ profiles }: { profiles: ProfileCard[] }) {
  const { t } = useTranslation('members');
  const section = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const load = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: AHEAD },
    );
    if (section.current) observer.observe(section.current);
    // The next Tab may move the focus to these members, however far down the page they are.
    document.addEventListener('focusin', load, { once: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', load);
    };
  }, []);
  const room = <div className={styles['room']} />;
  return (
    <section ref={section} className={styles['related']}>
      <h2>{t('profile.related')}</h2>
      {near ? (
        <Suspense fallback={room}>
          <CardGrid profiles={profiles} />
        </Suspense>
      ) : (
        room
      )}
    </section>
  );
}

function About({ member }: { member: MemberProfile }) {
  const user = useUser();
  const settings = useSettings();
  const own = user?.id === member.id;
  return (
    <>
      <ProfileNotice member={member} />
      {own ? <OwnProfile /> : <ProfileActions member={member} />}
      {member.voice_intro && (
        <Suspense fallback={<Skeleton height={140} />}>
          <ProfileVoice member={member} intro={member.voice_intro} own={own} />
        </Suspense>
      )}
      <ProfileFacts
        member={member}
        own={own}
        mine={user?.profile.interests ?? []}
        notes={settings.visible_profile_notes}
        replies={!own && !member.blocked}
        hidden={own ? user.profile.hidden_fields : []}
      />
    </>
  );
}

function OwnProfile() {
  const { t } = useTranslation('members');
  return (
    <div className={styles['own']}>
      <p>{t('profile.own')}</p>
      <ButtonLink to="/profile" look="secondary" icon={<IconPencil size={18} />}>
        {t('profile.edit')}
      </ButtonLink>
    </div>
  );
}

/**
 * Refreshes the badge and the list of likes: the server has already cleared this profile's new-like flag and
 * added the profile to the recently viewed ones (docs/product.md 4.6).
 */
function useLikeSeen(id: number, answered: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (!answered) return;
    const flagged = (card: LikedByCard) => card.id === id && card.like_new;
    const likes = queries.getQueryData(likesQuery.queryKey);
    if (!likes?.liked_by.some(flagged)) return;
    queries.setQueryData(likesQuery.queryKey, {
      ...likes,
      liked_by: likes.liked_by.map((card) => (flagged(card) ? { ...card, like_new: false } : card)),
    });
    queries.setQueryData(
      userQuery.queryKey,
      (user) => user && { ...user, new_likes: Math.max(0, user.new_likes - 1) },
    );
    void queries.invalidateQueries({ queryKey: ['likes', 'pages'] });
  }, [id, queries, answered]);
  useEffect(() => {
    if (answered) void queries.invalidateQueries({ queryKey: ['recentlyViewed'] });
  }, [id, queries, answered]);
}
