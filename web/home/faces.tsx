import type { ProfileCard } from '#contract/profiles.ts';
import { IconHeart } from '#web/ui/icons.ts';
import { PortraitCard } from '#web/ui/portrait/portrait-card.tsx';
import styles from './faces.module.css';

export function Faces({ faces }: { faces: ProfileCard[] }) {
  if (faces.length < 3) return <EmptyFan />;
  return (
    <ul className={styles['fan']}>
      {faces.map((profile, place) => (
        <li key={profile.id} className={styles['place']}>
          <PortraitCard
            profile={{ ...profile, is_new: false, num_photos: 0 }}
            to={`/members/${profile.id}`}
            eager={place < 3}
            mirrored={place === 2 || place === 4}
            sizes="(min-width: 992px) 300px, 46vw"
          />
        </li>
      ))}
    </ul>
  );
}

function EmptyFan() {
  return (
    <div className={styles['fan']} aria-hidden="true">
      {[0, 1, 2].map((place) => (
        <div key={place} className={styles['place']}>
          <div className={styles['blank']}>
            <IconHeart size={64} stroke={1.25} />
          </div>
        </div>
      ))}
    </div>
  );
}
