import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { AccessPage } from '#web/login/access-page.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconAlert, IconCheck, IconMail } from '#web/ui/icons.ts';

export const handle = { i18n: ['activate'] };

export default function ActivateError() {
  const { t } = useTranslation('activate');
  const { errorText } = useErrorText();
  const user = useUser();
  const api = useApi();
  const settings = useSettings();
  const failed = useSearchParams()[0].get('reason') === 'failed';
  const resend = useMutation({ mutationFn: () => api.call('activate', { body: { resend: true } }) });
  const support = (
    <Trans
      t={t}
      i18nKey="error.support"
      values={{ email: settings.support_email }}
      components={{ mail: <MailLink address={settings.support_email} /> }}
    />
  );

  if (user?.status === 'active') {
    return (
      <AccessPage
        title={t('error.title')}
        icon={<IconCheck size={30} />}
        heading={<Trans t={t} i18nKey="error.already_heading" components={{ em: <em /> }} />}
        lead={t('error.already')}
      >
        <ButtonLink to="/members" size="l" wide>
          {t('done.search_button')}
        </ButtonLink>
      </AccessPage>
    );
  }
  if (resend.isSuccess && user) {
    return (
      <AccessPage
        title={t('error.title')}
        icon={<IconMail size={30} />}
        heading={<Trans t={t} i18nKey="error.sent_heading" components={{ em: <em /> }} />}
        lead={t('error.sent', { email: user.email })}
        below={support}
      >
        <ButtonLink to="/members" look="secondary" size="l" wide>
          {t('error.look_around')}
        </ButtonLink>
      </AccessPage>
    );
  }
  return (
    <AccessPage
      title={t('error.title')}
      icon={<IconAlert size={30} />}
      heading={t(failed ? 'error.failed_heading' : 'error.heading')}
      lead={t(user ? 'error.text' : 'error.text_visitor')}
      below={support}
    >
      {resend.error && <Alert tone="error" title={errorText(resend.error)} />}
      {user ? (
        <Button size="l" wide busy={resend.isPending} onClick={() => resend.mutate()}>
          {t('error.send_again')}
        </Button>
      ) : (
        <>
          <ButtonLink to="/login?next=%2Factivate%2Ferror" size="l" wide>
            {t('error.log_in')}
          </ButtonLink>
          <Link to="/reset-password">{t('error.forgot')}</Link>
        </>
      )}
    </AccessPage>
  );
}

/** The translated sentence around the link provides its text. */
const MailLink = ({ address, children }: { address: string; children?: ReactNode }) => (
  <a href={`mailto:${address}`}>{children}</a>
);
