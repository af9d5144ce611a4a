import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { AccessPage } from '#web/login/access-page.tsx';
import { SecondStep } from '#web/login/second-step.tsx';
import { usePasskeyLogin } from '#web/login/use-passkey-login.ts';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { beginSession, useApi, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconAlert, IconHeartHandshake } from '#web/ui/icons.ts';

export const handle = { i18n: ['notifications', 'login'] };

export default function AccountDeleted() {
  const { t } = useTranslation('notifications');
  const formats = useFormats();
  const { reactivation_days } = useSettings();
  const [query] = useSearchParams();
  const token = query.get('token');
  if (token) return <ComeBack token={token} />;
  const until = query.get('until');
  const valid = until !== null && !Number.isNaN(Date.parse(until));
  return (
    <AccessPage
      title={t('deleted.title')}
      icon={<IconHeartHandshake size={30} />}
      heading={<Trans t={t} i18nKey="deleted.heading" components={{ em: <em /> }} />}
      lead={
        valid
          ? t('deleted.until', { date: formats.date(until) })
          : t('deleted.text', { days: reactivation_days })
      }
    >
      <p>{t('deleted.mail')}</p>
      <ButtonLink to="/" look="secondary" wide>
        {t('deleted.home')}
      </ButtonLink>
    </AccessPage>
  );
}

function ComeBack({ token }: { token: string }) {
  const { t } = useTranslation('notifications');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onSuccess = (user: User) => {
    beginSession(queries, user);
    void navigate('/members', { replace: true });
  };
  const back = useMutation({
    mutationFn: () => api.call('reactivate', { body: { token } }),
    onSuccess,
  });
  const withPasskey = usePasskeyLogin(onSuccess);
  if (isRefusal(back.error, 'second_step_required')) {
    return (
      <SecondStep
        asked={back.error.params}
        withPasskey={withPasskey}
        onSuccess={onSuccess}
        onOther={() => void navigate('/login')}
      />
    );
  }
  if (isRefusal(back.error, 'link_expired')) {
    return (
      <AccessPage
        title={t('deleted.title')}
        icon={<IconAlert size={30} />}
        heading={t('back.expired_heading')}
        lead={t('back.expired')}
        below={<Link to="/signup">{t('back.sign_up')}</Link>}
      >
        <ButtonLink to="/login" wide>
          {t('back.log_in')}
        </ButtonLink>
      </AccessPage>
    );
  }
  return (
    <AccessPage
      title={t('deleted.title')}
      icon={<IconHeartHandshake size={30} />}
      heading={<Trans t={t} i18nKey="back.heading" components={{ em: <em /> }} />}
      lead={t('back.text')}
    >
      {back.error && <Alert tone="error" title={errorText(back.error)} />}
      <Button size="l" wide busy={back.isPending} onClick={() => back.mutate()}>
        {t('back.submit')}
      </Button>
    </AccessPage>
  );
}
