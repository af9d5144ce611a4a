import { clsx } from 'clsx';
import { type FormEvent, useId } from 'react';
import { type Gender, genders, standardGenders } from '#contract/lists/genders.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import type { Settings } from '#contract/site-settings/settings.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconArrowRight, IconChevronDown } from '#web/ui/icons.ts';
import styles from './start-form.module.css';

export const firstSought = ({ niche }: Settings): Gender => (niche === 7 ? 'male' : 'female');

export function StartForm({ short, onSought }: { short?: boolean; onSought?: (sought: Gender) => void }) {
  const { t } = useTranslation('home');
  const path = useLocalePath();
  const openSignup = useOpenSignup();
  const settings = useSettings();
  // Some languages have no article that fits every gender of such a site.
  const isWider = settings.genders.length > standardGenders.length;
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    openSignup({
      gender: itemOf(genders, chosen.get('gender')),
      gender_sought: itemOf(genders, chosen.get('gender_sought')),
    });
  };
  return (
    <form
      action={path('/signup')}
      method="get"
      onSubmit={start}
      data-waits-for-app=""
      className={clsx(styles['form'], short && styles['short'])}
    >
      <Choice name="gender" label={isWider ? t('form.i_am_any') : t('form.i_am')} first="male" />
      <Choice
        name="gender_sought"
        label={isWider ? t('form.i_seek_any') : t('form.i_seek')}
        first={firstSought(settings)}
        onChoose={onSought}
      />
      <Button type="submit" size="l" className={styles['go']}>
        {t('form.start')}
        <IconArrowRight size={20} aria-hidden="true" />
      </Button>
    </form>
  );
}

function Choice({
  name,
  label,
  first,
  onChoose,
}: {
  name: string;
  label: string;
  first: Gender;
  onChoose?: ((chosen: Gender) => void) | undefined;
}) {
  const { t } = useTranslation('home');
  const { genders: offered } = useSettings();
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={first}
        onChange={(event) => {
          const chosen = itemOf(genders, event.target.value);
          if (chosen) onChoose?.(chosen);
        }}
      >
        {offered.map((gender) => (
          <option key={gender} value={gender}>
            {t(`form.${gender}`)}
          </option>
        ))}
      </select>
      <IconChevronDown size={18} aria-hidden="true" />
    </div>
  );
}
