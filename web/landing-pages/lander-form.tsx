import { clsx } from 'clsx';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation } from 'react-router';
import type { Gender } from '#contract/enums.ts';
import type { Landing } from '#contract/calls/visitor-calls.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { intentFrom, useOpenSignup } from '#web/session/signup-intent.ts';
import { sourceOf } from '#web/session/traffic-source.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './lander.module.css';

interface Props {
  landing: Landing;
  /** Fields of the design, before the genders: what is chosen here is kept in signup. */
  children?: ReactNode;
  /** The design asks for the genders itself. */
  withoutGenders?: boolean;
  /** Makes the button of another form send this one. */
  id?: string;
  className?: string;
}

/**
 * The way from a design into signup: the modal on a desktop, the page on a phone. Without script it is a plain form to the
 * signup page, and either way it takes along what was chosen and where the visitor came from.
 */
export function LanderForm({ landing, children, withoutGenders, id, className }: Props) {
  const path = useLocalePath();
  const openSignup = useOpenSignup();
  const { search } = useLocation();
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    openSignup(intentFrom(new FormData(event.currentTarget)));
  };
  return (
    <form id={id} action={path('/signup')} method="get" onSubmit={start} data-waits-for-app="" data-opens-signup="" className={clsx(styles['form'], className)}>
      {Object.entries(sourceOf(search)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="lander" value={landing.lander} />
      <input type="hidden" name="slug" value={landing.slug} />
      {landing.profile && <input type="hidden" name="profile" value={landing.profile.id} />}
      {landing.profile && <input type="hidden" name="name" value={landing.profile.name} />}
      {children}
      {!withoutGenders && <Genders niche={landing.niche} />}
      <Button type="submit" size="l" className={styles['go']}>
        {landing.button}
      </Button>
    </form>
  );
}

type GenderField = 'gender' | 'gender_sought';

/** Asks who the visitor is and looks for, with the niche's likely answers first. */
export function Genders({ niche }: { niche: number }) {
  const { t } = useTranslation('landers');
  return (
    <div className={styles['genders']}>
      <Choice name="gender" label={t('i_am')} first="male" />
      <Choice name="gender_sought" label={t('i_seek')} first={niche === 7 ? 'male' : 'female'} />
    </div>
  );
}

/** The genders as words that follow "I am" or "I seek": many languages inflect the one who is sought. */
export function useGenderWords(name: GenderField): [value: Gender, text: string][] {
  const { t } = useTranslation('landers');
  return name === 'gender'
    ? [
        ['male', t('man')],
        ['female', t('woman')],
      ]
    : [
        ['male', t('man_sought')],
        ['female', t('woman_sought')],
      ];
}

function Choice({ name, label, first }: { name: GenderField; label: string; first: Gender }) {
  const options = useGenderWords(name);
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={first}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
