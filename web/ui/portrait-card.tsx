import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profiles.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useSettings } from '#web/session/use-session.ts';
import { nameAndAge } from './name-and-age.ts';
import { IconHeart, IconHeartFilled, IconMasks, IconPencil, IconPhoto, IconSparkles, IconUser, IconVerified, IconVideo } from './icons.ts';
import styles from './portrait-card.module.css';

interface PortraitCardProps {
  profile: ProfileCard;
  /** Where the card leads; a path without locale prefix. Without it the card is a picture only. */
  to?: string;
  liked?: boolean;
  /** Shows the like button. */
  onLike?: () => void;
  /** Something else than the like button in the corner. */
  corner?: ReactNode;
  /** The picture is in the first view: loaded at once. */
  eager?: boolean;
  /** Widths of the card for the browser's choice of picture. */
  sizes?: string;
  /** An extra label, for instance a new like. */
  label?: ReactNode;
  /** Labels and name stand at the right: for cards whose left side is covered. */
  mirrored?: boolean;
  className?: string;
}

/** A long name is cut; the age always shows. */
function NameAndAge({ profile }: { profile: ProfileCard }) {
  return (
    <span className={styles['who']}>
      <span>{profile.name}</span>
      {profile.age !== null && <span>, {profile.age}</span>}
    </span>
  );
}

/** A person as a 3:4 portrait: name, age and city on a scrim, presence, number of photos, labels, like button. */
export function PortraitCard({
  profile,
  to,
  liked = false,
  onLike,
  corner,
  eager,
  sizes = '(min-width: 1200px) 272px, (min-width: 768px) 30vw, 46vw',
  label,
  mirrored,
  className,
}: PortraitCardProps) {
  const { t } = useTranslation('common');
  const { kilometres } = useFormats();
  const image = profile.main_image;
  const name = nameAndAge(profile);
  return (
    <article className={clsx(styles['card'], mirrored && styles['mirrored'], className)}>
      {image ? (
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
      ) : (
        <span className={styles['nobody']}>
          <IconUser size={64} stroke={1.25} aria-hidden="true" />
        </span>
      )}
      <span className={styles['top']}>
        <span className={styles['labels']}>
          <KindLabel profile={profile} />
          {label}
          {profile.is_new && <span className={styles['label']}>{t('card.new')}</span>}
        </span>
        {profile.num_photos > 1 && (
          <span className={styles['count']}>
            <IconPhoto size={14} aria-hidden="true" />
            <span aria-hidden="true">{profile.num_photos}</span>
            <span className="visually-hidden">{t('card.photos', { count: profile.num_photos })}</span>
          </span>
        )}
      </span>
      <span className={clsx(styles['text'], !corner && !onLike && styles['alone'])}>
        <span className={styles['name']}>
          {to ? (
            <Link to={to} className={styles['link']} prefetch="intent" aria-label={name}>
              <NameAndAge profile={profile} />
            </Link>
          ) : (
            <NameAndAge profile={profile} />
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
          <span>{profile.city ?? profile.region ?? ''}</span>
          {profile.within_km && <span className={styles['within']}>{t('card.within', { distance: kilometres(profile.within_km) })}</span>}
        </span>
      </span>
      {corner ??
        (onLike && (
          <button
            type="button"
            className={styles['like']}
            aria-pressed={liked}
            aria-label={t(liked ? 'card.unlike' : 'card.like', { name: profile.name })}
            onClick={onLike}
          >
            {liked ? <IconHeartFilled size={22} /> : <IconHeart size={22} />}
          </button>
        ))}
    </article>
  );
}

/** The icons that the setting `fictional_icon` may name; another name stands for none. */
const fictionalIcons: Record<string, typeof IconSparkles> = { sparkles: IconSparkles, masks: IconMasks, pencil: IconPencil };

/** The label that every fictional profile and cam listing carries, everywhere (docs/product.md 11.1). Null for a member. */
export function KindLabel({ profile, plain }: { profile: Pick<ProfileCard, 'kind' | 'cam'>; /** Beside text instead of on a photo. */ plain?: boolean }) {
  const { t } = useTranslation('common');
  const settings = useSettings();
  if (profile.kind === 'member') return null;
  const cam = profile.kind === 'cam';
  const Icon = cam ? IconVideo : fictionalIcons[settings.fictional_icon];
  return (
    <span className={clsx(plain ? styles['plain'] : styles['label'], !plain && styles['kind'])}>
      {Icon && <Icon size={14} aria-hidden="true" />}
      {cam ? t('card.cam') : (settings.fictional_singular ?? t('card.fictional'))}
    </span>
  );
}
