import { type ComponentProps, useEffect, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { checkPassword } from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useApi } from '#web/session/use-session.ts';
import { PasswordInput } from '#web/ui/password-input.tsx';
import styles from './new-password.module.css';

type Judgement = CallReply<'passwordCheck'>;

const REST_MS = 350;

/**
 * The server's assessment of a new password, because only the server has the word lists. `own` is data that
 * the member entered, which the password should not contain. Null if the password is too short or the
 * response is pending. If the call fails, submitting the form still rejects a weak password.
 */
export function useJudgement(
  password: string,
  own: readonly (string | null | undefined)[],
): Judgement | null {
  const api = useApi();
  const [known, setKnown] = useState<{ about: string; judgement: Judgement } | null>(null);
  const words = JSON.stringify(own.filter(Boolean));
  const about = password + words;
  useEffect(() => {
    if (checkPassword(password)) return;
    let outdated = false;
    const timer = setTimeout(() => {
      api.call('passwordCheck', { body: { password, own: JSON.parse(words) } }).then(
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

const STRENGTHS = ['easy', 'easy', 'fair', 'good', 'strong'] as const;

export function NewPassword({
  judgement,
  ...props
}: ComponentProps<typeof PasswordInput> & { judgement: Judgement | null }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles['new']}>
      <PasswordInput {...props} />
      <p className={styles['strength']} data-strength={judgement?.strength ?? ''} aria-live="polite">
        <span className={styles['bar']} aria-hidden="true" />
        {judgement && t(`password.strength.${STRENGTHS[judgement.strength] ?? 'easy'}`)}
      </p>
    </div>
  );
}
