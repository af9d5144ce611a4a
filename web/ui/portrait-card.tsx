import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { agesOf, nameAndAge } from '#contract/membership/name-and-age.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { openedCard } from '#web/session/opened-card.ts';
import { useSettings } from '#web/session/use-session.ts';
import {
  IconHeart,
  IconHeartFilled,
  IconMasks,
  IconPencil,
  IconPhoto,
  IconSparkles,
  IconUser,
  IconVerified,
  IconVideo,
} from './icons.ts';
import styles from './portrait-card.module.css';

interface PortraitCardProps {
  profile: ProfileCard;
  /** Path without locale prefix. If omitted, the card is not a link. */
  to?: string;
  liked?: boolean;
  onLike?: () => void;
  corner?: ReactNode;
  /** Loads the picture eagerly, because it is above the fold. */
  eager?: boolean;
  sizes?: string;
  label?: ReactNode;
  /** Aligns labels and name to the right, for cards whose left side is covered. */
  mirrored?: boolean;
  className?: string;
}

export function PortraitCard(props: PortraitCardProps) {
  const { profile, label, mirrored, className } = props;
  const { t } = useTranslation('common');
  const { num_photos: count } = profile;
  return (
    <article className={clsx(styles['card'], mirrored && styles['mirrored'], className)}>
      <Portrait {...props} />
      <span className={styles['top']}>
        <span className={styles['labels']}>
          <KindLabel profile={profile} />
          {label}
          {profile.is_new && !label && <span className={styles['label']}>{t('card.new')}</span>}
        </span>
        {count > 1 && (
          <span className={styles['count']}>
            <IconPhoto size={14} aria-hidden="true" />
            <span aria-hidden="true">{count}</span>
            <span className="visually-hidden">{t('card.photos', { count })}</span>
          </span>
        )}
      </span>
      <CardText {...props} />
      {cornerOf(props)}
    </article>
  );
}

/** Nobody is behind a cam listing, so it has no like button, except to take back an earlier like. */
const cornerOf = (props: PortraitCardProps) =>
  props.corner ??
  (props.onLike && (props.profile.kind !== 'cam' || props.liked) ? <LikeButton {...props} /> : null);

/**
 * Widths of a card in the grid of `web/likes/card-grid.module.css`. Two columns are 45vw, but that is just over
 * 480 pixels on phones with three pixels per CSS pixel, which would then load 960 for a card of 173.
 */
const SIZES = '(min-width: 1200px) 272px, (min-width: 992px) 22vw, (min-width: 576px) 29vw, 36vw';

function Portrait({ profile: { main_image: image }, eager, sizes = SIZES }: PortraitCardProps) {
  if (!image)
    return (
      <span className={styles['nobody']}>
        <IconUser size={64} stroke={1.25} aria-hidden="true" />
      </span>
    );
  return (
    <img
      className={styles['photo']}
      src={image.thumb_filename}
      srcSet={`${image.thumb_filename} 480w, ${image.filename} 960w`}
      sizes={sizes}
      alt=""
      width={300}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
}

function CardText(props: PortraitCardProps) {
  const { profile, to } = props;
  const queries = useQueryClient();
  const { t } = useTranslation('common');
  const { kilometres } = useFormats();
  // The names of a couple need the line that a single name shares with the age.
  const ages = agesOf(profile);
  // A long name is truncated, but the age is always visible.
  const who = (
    <span className={styles['who']}>
      <span>{profile.name}</span>
      {ages && !profile.partner_age && <span>, {ages}</span>}
    </span>
  );
  return (
    <span className={clsx(styles['text'], cornerOf(props) === null && styles['alone'])}>
      <span className={styles['name']}>
        {to ? (
          <Link
            to={to}
            className={styles['link']}
            prefetch="intent"
            aria-label={nameAndAge(profile)}
            onClick={() => queries.setQueryData(openedCard(profile.id), profile)}
          >
            {who}
          </Link>
        ) : (
          who
        )}
        {profile.verified && (
          <span className={styles['verified']} title={t('card.verified')}>
            <IconVerified size={18} aria-hidden="true" />
            <span className="visually-hidden">{t('card.verified')}</span>
          </span>
        )}
        {profile.online && (
          <span className={styles['online']} title={t('card.online')}>
            <span className="visually-hidden">{t('card.online')}</span>
          </span>
        )}
      </span>
      <span className={styles['place']}>
        <span>
          {[profile.partner_age && ages, profile.city ?? profile.region].filter(Boolean).join(' · ')}
        </span>
        {profile.within_km && (
          <span className={styles['within']}>
            {t('card.within', { distance: kilometres(profile.within_km) })}
          </span>
        )}
      </span>
    </span>
  );
}

function LikeButton({ profile, liked = false, onLike }: PortraitCardProps) {
  const { t } = useTranslation('common');
  return (
    <button
      type="button"
      className={styles['like']}
      aria-pressed={liked}
      aria-label={t(liked ? 'card.unlike' : 'card.like', { name: profile.name })}
      onClick={onLike}
    >
      {liked ? <IconHeartFilled size={22} /> : <IconHeart size={22} />}
    </button>
  );
}

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
