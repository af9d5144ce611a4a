import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { RecoveryCodes } from '#web/login/recovery-codes.tsx';
import { SetUpApp } from '#web/login/set-up-app.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { redirect } from '#web/router/redirect.ts';
import { addPasskey } from '#web/session/add-passkey.ts';
import { forgetOnDevice } from '#web/session/forget-on-device.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconDeviceMobile, IconKey } from '#web/ui/icons.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from '#office/pieces/office.module.css';

const factorsQuery = callQuery('security');

export const load: ScreenLoad = async ({ api, ensure, requireUser }) => {
  if (requireUser().roles.length === 0) return redirect('/');
  const isThrough = await api.call('adminTasks').then(
    () => true,
    () => false,
  );
  return isThrough ? redirect('/admin') : ensure(factorsQuery);
};
export const handle = { i18n: ['office/staff', 'security', 'errors'] };

/** Operators must set up a passkey or an authenticator app before they can do anything else. */
export default function SetUpSecondStep() {
  const { t } = useTranslation('office/staff');
  const { data } = useQuery(factorsQuery);
  const isSetUp = data !== undefined && (data.totp || data.passkeys.length > 0);
  // This is the state at page load, because after the set-up the page stays to show the recovery codes.
  const [wasSetUp] = useState(isSetUp);
  return (
    <Page
      title={t('second_step.title')}
      lead={t(wasSetUp ? 'second_step.again' : 'second_step.lead')}
      width="narrow"
    >
      {wasSetUp ? <LogInAgain /> : <Choices />}
    </Page>
  );
}

function Choices() {
  const { t } = useTranslation(['office/staff', 'security']);
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [app, setApp] = useState<CallReply<'beginTotp'> | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const password = '';
  const goOn = async () => {
    await queries.invalidateQueries();
    void navigate('/admin', { replace: true });
  };
  const begin = useMutation({
    mutationFn: () => api.call('beginTotp', { body: { password } }),
    onSuccess: setApp,
  });
  const passkey = useMutation({
    mutationFn: () => addPasskey(api, password),
    onSuccess(made) {
      if (made === 'unconfirmed') toast('error', t('security:passkeys.unconfirmed'));
      else if (made) setCodes(made);
    },
  });
  const failed = begin.error ?? passkey.error;
  const [isDone, setDone] = useState(false);
  if (isDone) return <ChoosePassword onDone={() => void goOn()} />;
  return (
    <div className={styles['form']}>
      {failed && <Alert tone="error" title={errorText(failed)} />}
      <Card title={t('security:passkeys.title')}>
        <p>{t('second_step.passkey')}</p>
        <Button wide busy={passkey.isPending} onClick={() => passkey.mutate()} icon={<IconKey size={20} />}>
          {t('security:passkeys.add')}
        </Button>
      </Card>
      <Card title={t('security:app.title')}>
        <p>{t('second_step.app')}</p>
        <Button
          wide
          look="secondary"
          busy={begin.isPending}
          onClick={() => begin.mutate()}
          icon={<IconDeviceMobile size={20} />}
        >
          {t('security:app.set_up')}
        </Button>
      </Card>
      <SetUpApp
        app={app}
        onDone={(made) => {
          setApp(null);
          setCodes(made);
        }}
        onClose={() => setApp(null)}
      />
      <RecoveryCodes
        codes={codes}
        onClose={() => {
          setCodes([]);
          setDone(true);
        }}
      />
    </div>
  );
}

/** Invitations come without a password, which the next login on a device without the passkey needs. */
function ChoosePassword({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('office/staff');
  const { errorText } = useErrorText();
  const api = useApi();
  const { email } = useMember();
  const mail = useMutation({
    mutationFn: () => api.call('resetPassword', { body: { email } }),
    onSuccess() {
      toast('success', t('second_step.password_sent', { email }));
      onDone();
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Card title={t('second_step.password')}>
      <p>{t('second_step.password_text')}</p>
      <Button wide busy={mail.isPending} onClick={() => mail.mutate()}>
        {t('second_step.password_mail')}
      </Button>
      <Button wide look="quiet" onClick={onDone}>
        {t('second_step.password_later')}
      </Button>
    </Card>
  );
}

/**
 * For an operator whose second step was set up elsewhere after this session began. Using it needs a new
 * login.
 */
function LogInAgain() {
  const { t } = useTranslation('office/staff');
  const api = useApi();
  const path = useLocalePath();
  const user = useMember();
  const leave = useMutation({
    mutationFn: () => api.call('logout'),
    async onSuccess() {
      await forgetOnDevice(user.id);
      window.location.assign(path('/login?next=%2Fadmin'));
    },
  });
  return (
    <Button busy={leave.isPending} onClick={() => leave.mutate()}>
      {t('second_step.log_in')}
    </Button>
  );
}
