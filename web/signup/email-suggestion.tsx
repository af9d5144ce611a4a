import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkEmail } from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import styles from './email-suggestion.module.css';

const REST_MS = 350;

export function EmailSuggestion({ email, onTake }: { email: string; onTake: (email: string) => void }) {
  const { t } = useTranslation('signup');
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(email.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [email]);
  const { data } = useQuery({
    ...callQuery('signupCheck', { query: { email: rested } }),
    enabled: checkEmail(rested) === null,
    staleTime: Infinity,
    retry: false,
  });
  const suggestion = rested === email.trim() ? data?.suggestion : undefined;
  return (
    <div aria-live="polite">
      {suggestion && (
        <p className={styles['suggestion']}>
          {t('personal.did_you_mean')}{' '}
          <button type="button" onClick={() => onTake(suggestion)}>
            {suggestion}
          </button>
          ?
        </p>
      )}
    </div>
  );
}
