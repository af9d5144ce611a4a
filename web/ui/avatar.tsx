import type { ProfileCard } from '#contract/profiles.ts';
import { IconUser } from './icons.ts';
import { colourBeneath } from './pictures/picture-style.ts';
import styles from './avatar.module.css';

/**
 * A round portrait. It is decorative beside a name: set `alt` only where it stands alone. `size` is in px.
 */
export function Avatar({
  profile,
  size = 48,
  online = false,
  alt = '',
}: {
  profile: Pick<ProfileCard, 'main_image'> & { online?: boolean };
  size?: number;
  online?: boolean;
  alt?: string;
}) {
  const image = profile.main_image;
  return (
    <span className={styles['avatar']} style={{ width: size, height: size }}>
      {image ? (
        <img
          src={image.thumb_filename}
          style={colourBeneath(image)}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <IconUser size={Math.round(size * 0.5)} aria-hidden="true" />
      )}
      {online && profile.online && <span className={styles['dot']} />}
    </span>
  );
}
