import { clsx } from 'clsx';
import { type FormEvent, type ReactNode, useId } from 'react';
import type { Landing } from '#contract/landing-pages.ts';
import type { Gender } from '#contract/lists/genders.ts';
import { readTrafficSource } from '#contract/rules/traffic-rules.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation } from '#web/router/hooks.ts';
import { readSignupIntent } from '#web/session/read-signup-intent.ts';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconChevronDown } from '#web/ui/icons.ts';
import styles from './design.module.css';

interface Props {
  landing: Landing;
  children?: ReactNode;
  withoutGenders?: boolean;
  id?: string;
  className?: string;
}

/**
 * Leads from a landing page to signup: the modal on a desktop, the page on a phone. Without scripts it is a
 * plain form that submits to the signup page. Both pass on the choices and the traffic source.
 */
export function DesignForm({ landing, children, withoutGenders, id, className }: Props) {
  const path = useLocalePath();
  const openSignup = useOpenSignup();
  const { search } = useLocation();
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    openSignup(readSignupIntent(new FormData(event.currentTarget)));
  };
  return (
    <form
      id={id}
      action={path('/signup')}
      method="get"
      onSubmit={start}
      data-waits-for-app=""
      data-opens-signup=""
      className={clsx(styles['form'], className)}
    >
      {Object.entries(readTrafficSource(search)).map(([name, value]) => (
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

export function Genders({ niche }: { niche: number }) {
  const { t } = useTranslation('landing_designs');
  return (
    <div className={styles['genders']}>
      <Choice name="gender" label={t('i_am')} first="male" />
      <Choice name="gender_sought" label={t('i_seek')} first={niche === 7 ? 'male' : 'female'} />
    </div>
  );
}

/** Words for genders after "I am" or "I am looking for". Many languages inflect the latter. */
export function useGenderWords(name: GenderField): [value: Gender, text: string][] {
  const { t } = useTranslation('landing_designs');
  const { genders } = useSettings();
  return genders.map((gender) => [gender, t(`${name}.${gender}`)]);
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
      <IconChevronDown size={18} aria-hidden="true" />
    </div>
  );
}
