import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { data, Link, useParams } from 'react-router';
import type { LikedByCard } from '#contract/profiles.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Gallery } from '#web/photos/gallery.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { likesQuery, userQuery } from '#web/session/queries.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconArrowLeft, IconHeartHandshake, IconMapPin, IconPencil, IconVerified } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { nameAndAge } from '../ui/name-and-age.ts';
import { CardGrid } from '#web/likes/card-grid.tsx';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileNotice } from './profile-notice.tsx';
import styles from './profile.module.css';

const memberQuery = (id: number) => callQuery('member', { query: { id } });

const load: ScreenLoad = ({ ensure, params }) => {
  const id = Number(params['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw data({ code: 'not_found', params: {} }, { status: 404 });
  return ensure(memberQuery(id));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['members', 'profile', 'photos', 'likes'] };

/** /members/{id} and /likes/m/{id}: photos, facts, like, message, gift, block, report, related profiles (docs/product.md 2). */
export default function MemberProfileScreen() {
  const id = Number(useParams()['id']);
  return <Profile key={id} id={id} />;
}

function Profile({ id }: { id: number }) {
  const { t } = useTranslation(['members', 'common']);
  const { country, kilometres } = useFormats();
  const { data: member } = useQuery(memberQuery(id));
  const user = useUser();
  const settings = useSettings();
  useLikeSeen(id);
  if (!member) return null;

  const own = user?.id === member.id;
  const place = [member.city ?? member.region, member.country && country(member.country)].filter(Boolean).join(', ');
  const presence = member.online ? t('profile.online') : member.active_recently ? t(`profile.${member.active_recently}`) : null;
  // The owner sees what others see: nothing that still waits for its inspection.
  const shown = member.photos.filter(({ status }) => status === 'active');
  const photos =
    shown.length > 0 || member.main_image?.status !== 'active' ? shown : [{ id: 0, ...member.main_image, private: false, locked: false, main: true }];
  return (
    <article className={styles['page']}>
      <PageHead title={nameAndAge(member)} />
      <Link to="/members" className={styles['back']}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {t('profile.back')}
      </Link>
      <div className={styles['photos']}>
        <Gallery
          photos={photos}
          profile={member}
          labels={<KindLabel profile={member} />}
          caption={
            <>
              <b>{nameAndAge(member)}</b>
              {place}
            </>
          }
          sizes="(min-width: 992px) 500px, 100vw"
        />
      </div>
      <div className={styles['text']}>
        <header className={styles['head']}>
          <h1>{nameAndAge(member)}</h1>
          <p className={styles['line']}>
            <span className={styles['place']}>
              <IconMapPin size={18} aria-hidden="true" />
              <span>
                {place}
                {member.within_km && <span className={styles['within']}>{t('card.within', { ns: 'common', distance: kilometres(member.within_km) })}</span>}
              </span>
            </span>
            {presence && <span className={member.online ? styles['online'] : styles['seen']}>{presence}</span>}
            {member.is_new && <span className={styles['new']}>{t('card.new', { ns: 'common' })}</span>}
            {member.verified && <Tag icon={<IconVerified size={14} aria-hidden="true" />}>{t('card.verified', { ns: 'common' })}</Tag>}
          </p>
          {member.likes_me && (
            <p className={styles['likes-you']}>
              <IconHeartHandshake size={20} aria-hidden="true" />
              {member.liked ? t('profile.match') : t('profile.likes_you', { name: member.name })}
            </p>
          )}
        </header>
        <ProfileNotice member={member} />
        {own ? (
          <div className={styles['own']}>
            <p>{t('profile.own')}</p>
            <ButtonLink to="/profile" look="secondary" icon={<IconPencil size={18} />}>
              {t('profile.edit')}
            </ButtonLink>
          </div>
        ) : (
          <ProfileActions member={member} />
        )}
        <ProfileFacts member={member} own={own} mine={user?.profile.interests ?? []} notes={settings.visible_profile_notes} />
      </div>
      {member.related.length > 0 && (
        <section className={styles['related']}>
          <h2>{t('profile.related')}</h2>
          <CardGrid profiles={member.related.slice(0, 4)} />
        </section>
      )}
    </article>
  );
}

/** Opening a profile clears its new-like flag (docs/product.md 4) and puts it among the recently viewed: the server has done so, the badge and the list follow. */
function useLikeSeen(id: number) {
  const queries = useQueryClient();
  useEffect(() => {
    const flagged = (card: LikedByCard) => card.id === id && card.like_new;
    const likes = queries.getQueryData(likesQuery.queryKey);
    if (!likes?.liked_by.some(flagged)) return;
    queries.setQueryData(likesQuery.queryKey, { ...likes, liked_by: likes.liked_by.map((card) => (flagged(card) ? { ...card, like_new: false } : card)) });
    queries.setQueryData(userQuery.queryKey, (user) => user && { ...user, new_likes: Math.max(0, user.new_likes - 1) });
    void queries.invalidateQueries({ queryKey: ['likes', 'pages'] });
  }, [id, queries]);
  useEffect(() => void queries.invalidateQueries({ queryKey: ['recentlyViewed'] }), [id, queries]);
}
