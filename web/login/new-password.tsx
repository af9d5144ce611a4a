import { type ComponentProps, useEffect, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { checkPassword } from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import styles from './new-password.module.css';
import { useApi } from '#web/session/use-session.ts';

type Judgement = CallReply<'passwordCheck'>;

/** One asks when the fingers rest. */
const REST_MS = 350;

/**
 * What the server thinks of a new password: it has the lists, so that no page loads them. `own` is what is known of the member. Null for
 * one that is too short, and until the answer is there; without an answer the form's own call still says no.
 */
export function useJudgement(password: string, own: readonly (string | null | undefined)[]): Judgement | null {
  const api = useApi();
  const [known, setKnown] = useState<{ about: string; judgement: Judgement } | null>(null);
  const words = JSON.stringify(own.filter(Boolean));
  const about = password + words;
  useEffect(() => {
    if (checkPassword(password)) return;
    let outdated = false;
    const timer = setTimeout(() => {
      api.call('passwordCheck', { body: { password, own: JSON.parse(words) as string[] } }).then(
        (judgement) => !outdated && setKnown({ about, judgement }),
        () => {},
      );
    }, REST_MS);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [api, about, password, words]);
  return known?.about === about ? known.judgement : null;
}

const WORDS = ['easy', 'easy', 'fair', 'good', 'strong'] as const;

/** The field for a new password, with a bar that says how easily it is guessed. */
export function NewPassword({ judgement, ...props }: ComponentProps<typeof PasswordInput> & { judgement: Judgement | null }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles['new']}>
      <PasswordInput {...props} />
      <p className={styles['strength']} data-strength={judgement?.strength ?? ''} aria-live="polite">
        <span className={styles['bar']} aria-hidden="true" />
        {judgement && t(`password.strength.${WORDS[judgement.strength]!}`)}
      </p>
    </div>
  );
}
