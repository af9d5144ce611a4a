import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate, useSearchParams } from 'react-router';
import { beginSession, useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';

export const handle = { i18n: ['back_office'] };

/** /admin/login?token=…: the one-time link of an invitation or of `npm run operator`. */
export default function OperatorLogin() {
  const { t } = useTranslation('back_office');
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const login = useMutation({
    mutationFn: () => api.call('operatorLogin', { body: { token } }),
    onSuccess(user) {
      beginSession(queries, user);
      void navigate('/admin', { replace: true });
    },
  });
  const begun = useRef(false);
  const begin = login.mutate;
  useEffect(() => {
    // The link works once: a second run of this effect must not use it up.
    if (begun.current || !token) return;
    begun.current = true;
    begin();
  }, [token, begin]);
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
