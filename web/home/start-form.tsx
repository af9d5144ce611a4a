import { clsx } from 'clsx';
import { type FormEvent, useId } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Gender } from '#contract/enums.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconArrowRight, IconChevronDown } from '#web/ui/icons.ts';
import styles from './start-form.module.css';

/** Asks who the visitor is and looks for, and opens signup with the choices. Without script it is a plain form to the signup page. */
export function StartForm({ short }: { short?: boolean }) {
  const { t } = useTranslation('landing');
  const path = useLocalePath();
  const openSignup = useOpenSignup();
  const { niche } = useSettings();
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    openSignup({ gender: chosen.get('gender') as Gender, gender_sought: chosen.get('gender_sought') as Gender });
  };
  return (
    <form action={path('/signup')} method="get" onSubmit={start} data-waits-for-app="" className={clsx(styles['form'], short && styles['short'])}>
      <Choice name="gender" label={t('form.i_am')} first="male" />
      <Choice name="gender_sought" label={t('form.i_seek')} first={niche === 7 ? 'male' : 'female'} />
      <Button type="submit" size="l" className={styles['go']}>
        {t('form.start')}
        <IconArrowRight size={20} aria-hidden="true" />
      </Button>
    </form>
  );
}

function Choice({ name, label, first }: { name: string; label: string; first: Gender }) {
  const { t } = useTranslation('landing');
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={first}>
        <option value="male">{t('form.male')}</option>
        <option value="female">{t('form.female')}</option>
      </select>
      <IconChevronDown size={18} aria-hidden="true" />
    </div>
  );
}
