import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { data, Link, useParams } from 'react-router';
import type { LikedByCard } from '#contract/likes.ts';
import type { MemberProfile, ProfileCard } from '#contract/profiles.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { CardGrid } from '#web/likes/card-grid.tsx';
import { Gallery, GalleryFrame } from '#web/photos/gallery.tsx';
import { openedCard } from '#web/session/opened-card.ts';
import { likesQuery, userQuery } from '#web/session/queries.ts';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, retryNavigation, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconArrowLeft, IconHeartHandshake, IconMapPin, IconPencil, IconVerified } from '#web/ui/icons.ts';
import { nameAndAge } from '#web/ui/name-and-age.ts';
import { PageHead } from '#web/ui/page.tsx';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileNotice } from './profile-notice.tsx';
import styles from './profile.module.css';

const memberQuery = (id: number) => callQuery('member', { query: { id } });

const load: ScreenLoad = ({ ensure, prefetch, queries, params }) => {
  const id = Number(params['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw data({ code: 'not_found', params: {} }, { status: 404 });
  // The card that the reader opened is the screen's first frame, so the screen opens without waiting.
  return queries.getQueryData(openedCard(id))
    ? prefetch({ ...memberQuery(id), retry: retryNavigation })
    : ensure(memberQuery(id));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['members', 'profile', 'prompts', 'photos', 'likes'] };

export default function MemberProfileScreen() {
  const id = Number(useParams()['id']);
  return <Profile key={id} id={id} />;
}

function Profile({ id }: { id: number }) {
  const { t } = useTranslation('members');
  const { country } = useFormats();
  const card = useQueryClient().getQueryData<ProfileCard>(openedCard(id));
  const { data: member } = useQuery({
    ...memberQuery(id),
    retry: retryNavigation,
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  useLikeSeen(id, member !== undefined);
  const shown = member ?? card;
  if (!shown) return null;

  const place = [shown.city ?? shown.region, shown.country && country(shown.country)]
    .filter(Boolean)
    .join(', ');
  const overlay = {
    labels: <KindLabel profile={shown} />,
    caption: (
      <>
        <b>{nameAndAge(shown)}</b>
        {place}
      </>
    ),
  };
  return (
    <article className={styles['page']} aria-busy={!member}>
      <PageHead title={nameAndAge(shown)} />
      <Link to="/members" className={styles['back']}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {t('profile.back')}
      </Link>
      <div className={styles['photos']}>
        {member ? (
          <Photos member={member} card={card} {...overlay} />
        ) : (
          <GalleryFrame picture={shown.main_image?.thumb_filename} photos={shown.num_photos} {...overlay} />
        )}
      </div>
      <div className={styles['text']}>
        <ProfileHead member={shown} place={place} />
        {member ? <About member={member} /> : <Skeleton height={160} />}
      </div>
      {member && member.related.length > 0 && (
        <section className={styles['related']}>
          <h2>{t('profile.related')}</h2>
          <CardGrid profiles={member.related.slice(0, 4)} />
        </section>
      )}
    </article>
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
      <ProfileFacts
        member={member}
        own={own}
        mine={user?.profile.interests ?? []}
        notes={settings.visible_profile_notes}
        hidden={own ? user.profile.hidden_fields : []}
      />
    </>
  );
}

interface PhotosProps {
  member: MemberProfile;
  card: ProfileCard | undefined;
  labels: ReactNode;
  caption: ReactNode;
}

function Photos({ member, card, labels, caption }: PhotosProps) {
  const photos = visiblePhotos(member);
  const cached = card?.main_image?.thumb_filename;
  return (
    <Gallery
      photos={photos}
      profile={member}
      labels={labels}
      caption={caption}
      sizes="(min-width: 992px) 500px, 100vw"
      placeholder={cached === photos[0]?.thumb_filename ? cached : undefined}
    />
  );
}

/** Photos as others see them, without the owner's photos that wait for review. */
function visiblePhotos({ photos, main_image: image }: MemberProfile) {
  const active = photos.filter(({ status }) => status === 'active');
  if (active.length > 0 || image?.status !== 'active') return active;
  return [{ id: 0, ...image, private: false, on_request: false, locked: false, main: true }];
}

interface ProfileHeadProps {
  member: ProfileCard & Partial<Pick<MemberProfile, 'active_recently' | 'likes_me'>>;
  place: string;
}

function ProfileHead({ member, place }: ProfileHeadProps) {
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
