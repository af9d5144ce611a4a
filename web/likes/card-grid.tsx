import type { ReactNode } from 'react';
import type { ProfileCard } from '#contract/profiles.ts';
import { useLike } from '#web/likes/use-like.ts';
import { PortraitCard } from '#web/ui/portrait/portrait-card.tsx';
import styles from './card-grid.module.css';

interface CardGridProps {
  profiles: ProfileCard[];
  eager?: number;
  to?: (profile: ProfileCard) => string;
  label?: (profile: ProfileCard) => ReactNode;
  /** Shown below each card. */
  note?: (profile: ProfileCard) => ReactNode;
}

export function CardGrid({
  profiles,
  eager = 0,
  to = ({ id }) => `/members/${id}`,
  label,
  note,
}: CardGridProps) {
  const toggleLike = useLike();
  return (
    <ul className={styles['grid']}>
      {profiles.map((profile, index) => (
        <li key={profile.id}>
          <PortraitCard
            profile={profile}
            to={to(profile)}
            eager={index < eager}
            liked={profile.liked}
            onLike={() => toggleLike(profile, profile.liked === true)}
            label={label?.(profile)}
          />
          {note?.(profile)}
        </li>
      ))}
    </ul>
  );
}
