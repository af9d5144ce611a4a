import { useQuery } from '@tanstack/react-query';
import type { LikeType } from '#contract/lists/like-types.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { likesQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { IconArrowRight } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { CardGrid } from './card-grid.tsx';
import { LikeTabs } from './like-tabs.tsx';
import { NewLabel } from './new-label.tsx';
import { NoLikes } from './no-likes.tsx';
import { SwipeInvitation } from './swipe-invitation.tsx';
import styles from './likes.module.css';

export const load: ScreenLoad = ({ ensure, requireUser }) => {
  requireUser();
  return ensure(likesQuery);
};
export const handle = { i18n: ['likes', 'members'] };

const SHOWN = 4;

export default function LikesOverview() {
  const { t } = useTranslation('likes');
  const { data } = useQuery(likesQuery);
  if (!data) return null;
  const sent = new Set(data.profiles.map(({ id }) => id));
  const fresh = new Set(data.liked_by.filter(({ like_new }) => like_new).map(({ id }) => id));
  const received = new Set(data.liked_by.map(({ id }) => id));
  // Everybody appears once: a match is listed as such.
  const kinds: [LikeType, ProfileCard[]][] = [
    ['received', data.liked_by.filter(({ id }) => !sent.has(id))],
    ['matches', data.liked_by.filter(({ id }) => sent.has(id))],
    ['sent', data.profiles.filter(({ id }) => !received.has(id))],
  ];
  return (
    <Page title={t('title')} heading={<Stressed text={t('heading')} />}>
      <LikeTabs received={fresh.size} />
      {kinds.map(([type, profiles]) =>
        profiles.length > 0 ? (
          <section key={type} className={styles['kind']}>
            <div className={styles['kind-head']}>
              <div>
                <h2>{t(`${type}.title`)}</h2>
                <p>{t(`${type}.text`)}</p>
              </div>
              <Link to={`/likes/${type}`}>
                {t('all')}
                <IconArrowRight size={18} aria-hidden="true" />
              </Link>
            </div>
            <CardGrid
              profiles={profiles.slice(0, SHOWN)}
              to={({ id }) => `/likes/m/${id}`}
              label={({ id }) => fresh.has(id) && <NewLabel />}
            />
          </section>
        ) : (
          type === 'received' && received.size === 0 && <NoLikes key={type} type={type} />
        ),
      )}
      <SwipeInvitation />
    </Page>
  );
}
