import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Link, redirect, useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/profiles.ts';
import { ApiError, isRefusal } from '#web/api.ts';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { safePath } from '#web/i18n/locale-path.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { beginSession, useApi, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { AccessPage } from './access-page.tsx';
import { SecondStep } from './second-step.tsx';
import { usePasskeyLogin } from './use-passkey-login.ts';
import styles from './login.module.css';

const load: ScreenLoad = ({ user, url }) => (user ? redirect(safePath(url.searchParams.get('next')) ?? '/members') : null);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
// A form to fill in: the first key or touch loads the app, and what is typed meanwhile stands in the fields.
export const handle = { i18n: ['login'], deferScripts: ({ isVisitor }) => isVisitor } satisfies DeferredHandle & { i18n: string[] };

/** Log-in, with the ways out of every refusal: forgotten, blocked for minutes, pending deletion. */
export default function Login() {
  const { t } = useTranslation('login');
  const [query] = useSearchParams();
  const goOn = useGoOn(safePath(query.get('next')));
  const api = useApi();
  const queries = useQueryClient();
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const onSuccess = (user: User) => {
    beginSession(queries, user);
    goOn();
  };
  const logIn = useMutation({ mutationFn: (body: { email: string; password: string }) => api.call('login', { body }), onSuccess });
  const withPasskey = usePasskeyLogin(onSuccess);
  const ticket = isRefusal(logIn.error, 'second_step_required') ? String(logIn.error.params['ticket']) : null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const password = String(form.get('password'));
    const found = { ...(email === '' && { email: t('email_missing') }), ...(password === '' && { password: t('password_missing') }) };
    setMissing(found);
    withPasskey.reset();
    if (Object.keys(found).length === 0) logIn.mutate({ email, password });
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  };

  if (ticket !== null) return <SecondStep ticket={ticket} withPasskey={withPasskey} onSuccess={onSuccess} onOther={() => logIn.reset()} />;
  return (
    <AccessPage
      title={t('title')}
      heading={<Trans t={t} i18nKey="heading" components={{ em: <em /> }} />}
      isPublic
      below={
        <>
          {t('no_account')} <Link to="/signup">{t('sign_up')}</Link>
        </>
      }
    >
      <form method="post" onSubmit={submit} className={styles['form']} noValidate data-waits-for-app="">
        {(logIn.error ?? withPasskey.error) && <Refusal error={(logIn.error ?? withPasskey.error)!} />}
        <TextInput
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          error={missing.email}
          defaultValue={query.get('email') ?? ''}
        />
        <PasswordInput label={t('password')} name="password" autoComplete="current-password" error={missing.password} />
        <Link to="/reset-password" className={styles['forgot']}>
          {t('forgot')}
        </Link>
        <Button type="submit" size="l" wide busy={logIn.isPending}>
          {t('submit')}
        </Button>
        <Button look="secondary" wide busy={withPasskey.isPending} data-waits-for-app="" onClick={() => withPasskey.mutate()} icon={<IconKey size={20} />}>
          {t('passkey')}
        </Button>
      </form>
    </AccessPage>
  );
}

/** After log-in: where the visitor wanted to go, in the language of the page that they chose to log in on. */
function useGoOn(next: string | null) {
  const navigate = useNavigate();
  return () => void navigate(next ?? '/members', { replace: true });
}

function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation('login');
  const { errorText } = useErrorText();
  const { support_email: email } = useSettings();
  const code = error instanceof ApiError ? error.code : null;
  const ways: Partial<Record<string, { hint: string; to?: string; label?: string }>> = {
    login_failed: { hint: t('failed_hint') },
    login_blocked: { hint: t('blocked_hint'), to: '/reset-password', label: t('choose_new') },
    pending_deletion: { hint: t('pending_hint') },
    banned: { hint: t('banned_hint', { email }), to: '/pages/ban', label: t('house_rules') },
  };
  const way = code ? ways[code] : undefined;
  return (
    <Alert
      tone="error"
      title={errorText(error)}
      action={
        way?.to && way.label ? (
          <ButtonLink to={way.to} look="secondary" size="s">
            {way.label}
          </ButtonLink>
        ) : undefined
      }
    >
      {way?.hint}
    </Alert>
  );
}
