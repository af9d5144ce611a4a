import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { agesOf, nameAndAge } from '#contract/membership/name-and-age.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { openedCard } from '#web/session/opened-card.ts';
import { IconHeart, IconHeartFilled, IconPhoto, IconUser, IconVerified } from '#web/ui/icons.ts';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import { KindLabel } from './kind-label.tsx';
import labels from './kind-label.module.css';
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

/**
 * One component for the whole card: a page has two dozen of them, and each further component would look up texts and
 * formats again.
 */
export function PortraitCard(props: PortraitCardProps) {
  const { profile, label, mirrored, className } = props;
  const { t } = useTranslation('common');
  const { num_photos: count } = profile;
  const corner = cornerOf(props, t);
  return (
    <article className={clsx(styles['card'], mirrored && styles['mirrored'], className)}>
      {portraitOf(props)}
      <span className={styles['top']}>
        <span className={styles['labels']}>
          {profile.kind !== 'member' && <KindLabel profile={profile} />}
          {label}
          {profile.is_new && !label && <span className={labels['label']}>{t('card.new')}</span>}
        </span>
        {count > 1 && (
          <span className={styles['count']}>
            <IconPhoto size={14} aria-hidden="true" />
            <span aria-hidden="true">{count}</span>
            <span className="visually-hidden">{t('card.photos', { count })}</span>
          </span>
        )}
      </span>
      <span className={clsx(styles['text'], corner === null && styles['alone'])}>
        {nameOf(props, t)}
        {placeOf(props)}
      </span>
      {corner}
    </article>
  );
}

/** Nobody is behind a cam listing, so it has no like button, except to take back an earlier like. */
const cornerOf = (props: PortraitCardProps, t: TFunction<'common'>): ReactNode =>
  props.corner ??
  (props.onLike && (props.profile.kind !== 'cam' || props.liked) ? likeButton(props, t) : null);

/**
 * Widths of a card in the grid of `web/likes/card-grid.module.css`. Two columns are 45vw, but that is just over
 * 480 pixels on phones with three pixels per CSS pixel, which would then load 960 for a card of 173.
 */
const SIZES = '(min-width: 1200px) 272px, (min-width: 992px) 22vw, (min-width: 576px) 29vw, 36vw';

function portraitOf({ profile: { main_image: image }, eager, sizes = SIZES }: PortraitCardProps) {
  if (!image)
    return (
      <span className={styles['nobody']}>
        <IconUser size={64} stroke={1.25} aria-hidden="true" />
      </span>
    );
  return (
    <img
      className={styles['photo']}
      style={colourBeneath(image)}
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

function nameOf({ profile, to }: PortraitCardProps, t: TFunction<'common'>) {
  const ages = agesOf(profile);
  // A long name is truncated, but the age is always visible.
  const who = (
    <span className={styles['who']}>
      <span>{profile.name}</span>
      {ages && !profile.partner_age && <span>, {ages}</span>}
    </span>
  );
  return (
    <span className={styles['name']}>
      {to ? (
        <CardLink profile={profile} to={to}>
          {who}
        </CardLink>
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
  );
}

function placeOf({ profile }: PortraitCardProps) {
  // The names of a couple need the line that a single name shares with the age.
  const ages = profile.partner_age && agesOf(profile);
  return (
    <span className={styles['place']}>
      <span>{[ages, profile.city ?? profile.region].filter(Boolean).join(' · ')}</span>
      {profile.within_km && <Within km={profile.within_km} />}
    </span>
  );
}

function likeButton({ profile, liked = false, onLike }: PortraitCardProps, t: TFunction<'common'>) {
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

function CardLink({ profile, to, children }: { profile: ProfileCard; to: string; children: ReactNode }) {
  const queries = useQueryClient();
  return (
    <Link
      to={to}
      className={styles['link']}
      prefetch="intent"
      aria-label={nameAndAge(profile)}
      onClick={() => queries.setQueryData(openedCard(profile.id), profile)}
    >
      {children}
    </Link>
  );
}

function Within({ km }: { km: number }) {
  const { t } = useTranslation('common');
  const { kilometres } = useFormats();
  return <span className={styles['within']}>{t('card.within', { distance: kilometres(km) })}</span>;
}
