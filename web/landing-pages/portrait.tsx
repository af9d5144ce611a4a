import type { Landing } from '#contract/landing-pages.ts';
import { castOf, type Example } from '#contract/lists/landing-cast.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { pictureOf } from '#web/drawings/cast.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import styles from './design.module.css';

export interface Person {
  name: string;
  /** Null if the site does not show ages. */
  age: number | null;
  partner_age?: number | undefined;
  picture: string;
  /** Of a member's picture. */
  colour?: string | undefined;
  profile: ProfileCard | null;
}

const ofExample = (example: Example): Person => ({
  name: example.name,
  age: example.age,
  picture: pictureOf(example),
  profile: null,
});

export function usePerson({ profile, niche, lander }: Landing): Person {
  const [main] = castOf(niche, lander);
  const example = ofExample(main);
  if (!profile) return example;
  return {
    name: profile.name,
    age: profile.age,
    partner_age: profile.partner_age,
    picture: profile.main_image?.filename ?? example.picture,
    colour: profile.main_image?.colour,
    profile,
  };
}

export function PersonLabel({ person }: { person: Pick<Person, 'profile'> }) {
  const { t } = useTranslation('landing_designs');
  if (person.profile) return <KindLabel profile={person.profile} />;
  return <span className={styles['example']}>{t('example')}</span>;
}

/**
 * A 3:4 portrait. The first one of a page is loaded eagerly and decoded synchronously, so that it appears
 * together with the text.
 */
interface PictureProps {
  src: string;
  colour?: string | undefined;
  eager?: boolean;
  className?: string;
}

export function Picture({ src, colour, eager, className }: PictureProps) {
  return (
    <img
      src={src}
      alt=""
      width={480}
      height={640}
      className={className}
      style={colourBeneath({ colour })}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'sync' : 'async'}
      draggable={false}
    />
  );
}
