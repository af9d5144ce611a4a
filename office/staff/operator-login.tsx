import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/membership/user.ts';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { SecondStep } from '#web/login/second-step.tsx';
import { usePasskeyLogin } from '#web/login/use-passkey-login.ts';
import { beginSession, useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';

export const handle = { i18n: ['office/staff', 'login', 'errors'] };

/**
 * /admin/login?token=…: the target of the one-time link from an invitation or from `npm run operator`,
 * followed by the second step.
 */
export default function OperatorLogin() {
  const { t } = useTranslation('office/staff');
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const onSuccess = (user: User) => {
    beginSession(queries, user);
    void navigate('/admin', { replace: true });
  };
  const login = useMutation({ mutationFn: () => api.call('operatorLogin', { body: { token } }), onSuccess });
  const withPasskey = usePasskeyLogin(onSuccess);
  const begun = useRef(false);
  const begin = login.mutate;
  useEffect(() => {
    // The link works once, so a second run of this effect must not send it again.
    if (begun.current || !token) return;
    begun.current = true;
    begin();
  }, [token, begin]);
  if (isRefusal(login.error, 'second_step_required'))
    return (
      <SecondStep
        asked={login.error.params}
        withPasskey={withPasskey}
        onSuccess={onSuccess}
        onOther={() => void navigate('/login')}
      />
    );
  const failed = login.isError || !token;
  return (
    <Page title={t('login.title')} width="narrow">
      {failed ? (
        <Alert tone="error" action={<ButtonLink to="/login">{t('login.log_in')}</ButtonLink>}>
          {t('login.expired')}
        </Alert>
      ) : (
        <p role="status">{t('login.logging_in')}</p>
      )}
    </Page>
  );
}
