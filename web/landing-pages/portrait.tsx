import { useTranslation } from '#web/i18n/translate.tsx';
import { castOf, type Example } from '#contract/lists/landing-cast.ts';
import type { Landing } from '#contract/calls/visitor-calls.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { usePhotoUrl } from '#web/session/photo-url.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { pictureOf } from './cast.ts';
import styles from './lander.module.css';

/** Somebody a design shows: a member who agreed, or an example. */
export interface Person {
  name: string;
  /** Null where the site shows no ages. */
  age: number | null;
  picture: string;
  /** The member; null for an example. */
  profile: ProfileCard | null;
}

const ofExample = (example: Example): Person => ({ name: example.name, age: example.age, picture: pictureOf(example), profile: null });

/** The person on a page about a member: the member where the landing has one, else the niche's leading example. */
export function usePerson({ profile, niche }: Landing): Person {
  const photoUrl = usePhotoUrl();
  const example = ofExample(castOf(niche)[0]!);
  if (!profile) return example;
  return { name: profile.name, age: profile.age, picture: profile.main_image ? photoUrl(profile.main_image.filename) : example.picture, profile };
}

/** The label every example and every fictional profile carries; null for a member. */
export function PersonLabel({ person }: { person: Pick<Person, 'profile'> }) {
  const { t } = useTranslation('landers');
  if (person.profile) return <KindLabel profile={person.profile} />;
  return <span className={styles['example']}>{t('example')}</span>;
}

/** A portrait of 3:4; the first of a page is loaded at once, and painted with the words around it. */
export function Picture({ src, eager, className }: { src: string; eager?: boolean; className?: string }) {
  return (
    <img
      src={src}
      alt=""
      width={480}
      height={640}
      className={className}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'sync' : 'async'}
      draggable={false}
    />
  );
}
