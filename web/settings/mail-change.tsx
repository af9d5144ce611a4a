import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sectionPath } from '#contract/membership/settings-sections.ts';
import { isRefusal } from '#web/api.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { AccessPage } from '#web/login/access-page.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { apiOf } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconAlert, IconCheck, IconMail } from '#web/ui/icons.ts';

export const handle = { i18n: ['notifications'] };

/**
 * Target of the link that confirms a new address. A script uses the token instead of the page request,
 * because mail scanners follow links.
 */
export default function MailChange() {
  const { t } = useTranslation('notifications');
  const { errorText } = useErrorText();
  const token = useSearchParams()[0].get('token') ?? '';
  const user = useUser();
  const queries = useQueryClient();
  const sent = useRef(false);
  const [state, setState] = useState<'asking' | 'done' | Error>('asking');
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    apiOf(queries)
      .call('changeMail', { body: { token: token || '-' } })
      .then(
        () => {
          setState('done');
          void queries.invalidateQueries({ queryKey: ['user'] });
        },
        (error: Error) => setState(error),
      );
  }, [token, queries]);

  if (state === 'asking')
    return (
      <AccessPage
        title={t('mail_change.title')}
        icon={<IconMail size={30} />}
        heading={t('mail_change.asking')}
        settles
      />
    );
  if (state === 'done') {
    return (
      <AccessPage
        settles
        title={t('mail_change.title')}
        icon={<IconCheck size={30} />}
        heading={<Trans t={t} i18nKey="mail_change.heading" components={{ em: <em /> }} />}
        lead={t('mail_change.text')}
      >
        <ButtonLink to={user ? '/members' : '/login'} size="l" wide>
          {t(user ? 'mail_change.go_on' : 'back.log_in')}
        </ButtonLink>
      </AccessPage>
    );
  }
  const expired = isRefusal(state, 'link_expired');
  return (
    <AccessPage
      settles
      title={t('mail_change.title')}
      icon={<IconAlert size={30} />}
      heading={expired ? t('mail_change.expired_heading') : errorText(state)}
      lead={expired ? t('mail_change.expired') : undefined}
    >
      <ButtonLink to={sectionPath('access')} size="l" wide>
        {t('mail_change.to_settings')}
      </ButtonLink>
    </AccessPage>
  );
}
