import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { itemOf } from '#contract/lists/item-of.ts';
import type { User } from '#contract/membership/user.ts';
import { signInFailures } from '#contract/office/sign-in.ts';
import { isRefusal } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { safePath } from '#web/i18n/locale-path.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { AccessPage } from '#web/login/access-page.tsx';
import { SecondStep } from '#web/login/second-step.tsx';
import { usePasskeyLogin } from '#web/login/use-passkey-login.ts';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { redirect } from '#web/router/redirect.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { beginSession, useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './operator-login.module.css';

const providerQuery = callQuery('staffSignIn');

export const load: ScreenLoad = async ({ ensure, url }) => {
  if (url.searchParams.has('token')) return;
  const { provider } = await ensure(providerQuery);
  if (!provider) throw redirect(`/login${url.search}`);
};
export const handle = { i18n: ['office/staff', 'login', 'errors'] };

/**
 * /admin/login?token=…: the target of the one-time link from an invitation, from `npm run operator` or from the sign-in
 * provider, followed by the second step. Without a token it leads to that provider, or to the members' login page.
 */
export default function OperatorLogin() {
  const [query] = useSearchParams();
  const next = safePath(query.get('next')) ?? '/admin';
  const token = query.get('token');
  return token ? <ByLink token={token} next={next} /> : <ByProvider next={next} />;
}

function ByProvider({ next }: { next: string }) {
  const { t } = useTranslation('office/staff');
  const [query] = useSearchParams();
  const locale = useLocale();
  const { provider } = useQuery(providerQuery).data ?? {};
  if (!provider) return null;
  const { name, url } = provider;
  const failed = itemOf(signInFailures, query.get('failed') ?? '');
  return (
    <AccessPage title={t('login.title')} heading={t('login.title')} lead={t('login.provider_lead')}>
      {failed && <Alert tone="error">{t(`login.failed.${failed}`, { name })}</Alert>}
      {!failed && query.get('session') === 'ended' && <Alert tone="info">{t('login.session_ended')}</Alert>}
      <div className={styles['ways']}>
        <ButtonLink
          to={`${url}?${new URLSearchParams({ next, language: locale })}`}
          reloadDocument
          size="l"
          wide
        >
          {t('login.provider', { name })}
        </ButtonLink>
        {!provider.only && (
          <ButtonLink to={`/login?${new URLSearchParams({ next })}`} look="secondary" wide>
            {t('login.password')}
          </ButtonLink>
        )}
      </div>
    </AccessPage>
  );
}

function ByLink({ token, next }: { token: string; next: string }) {
  const { t } = useTranslation('office/staff');
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onSuccess = (user: User) => {
    beginSession(queries, user);
    void navigate(next, { replace: true });
  };
  const login = useMutation({ mutationFn: () => api.call('operatorLogin', { body: { token } }), onSuccess });
  const withPasskey = usePasskeyLogin(onSuccess);
  const begun = useRef(false);
  const begin = login.mutate;
  useEffect(() => {
    // The link works once, so a second run of this effect must not send it again.
    if (begun.current) return;
    begun.current = true;
    begin();
  }, [begin]);
  if (isRefusal(login.error, 'second_step_required'))
    return (
      <SecondStep
        asked={login.error.params}
        withPasskey={withPasskey}
        onSuccess={onSuccess}
        onOther={() => void navigate('/admin/login')}
      />
    );
  return (
    <Page title={t('login.title')} width="narrow">
      {login.isError ? (
        <Alert tone="error" action={<ButtonLink to="/admin/login">{t('login.log_in')}</ButtonLink>}>
          {t('login.expired')}
        </Alert>
      ) : (
        <p role="status">{t('login.logging_in')}</p>
      )}
    </Page>
  );
}
