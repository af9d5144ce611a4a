import { useMutation } from '@tanstack/react-query';
import type { SectionPath } from '#contract/membership/settings-sections.ts';
import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconCheck, IconRefresh } from '#web/ui/icons.ts';
import styles from './confirm-email-box.module.css';

const mailboxes: [RegExp, string][] = [
  [/@(gmail|googlemail)\./, 'https://mail.google.com/'],
  [/@(outlook|hotmail|live|msn)\./, 'https://outlook.live.com/mail/'],
  [/@(yahoo|ymail)\./, 'https://mail.yahoo.com/'],
  [/@(icloud|me|mac)\.com/, 'https://www.icloud.com/mail/'],
  [/@(proton|protonmail|pm)\./, 'https://mail.proton.me/'],
  [/@gmx\./, 'https://www.gmx.net/'],
  [/@web\.de/, 'https://web.de/email/'],
  [/@ziggo\.nl/, 'https://webmail.ziggo.nl/'],
  [/@kpnmail\.nl/, 'https://webmail.kpnmail.nl/'],
];

export function ConfirmEmailBox({ user }: { user: User }) {
  const { t } = useTranslation('signup');
  const { errorText } = useErrorText();
  const api = useApi();
  const resend = useMutation({ mutationFn: () => api.call('activate', { body: { resend: true } }) });
  const mailbox = mailboxes.find(([domain]) => domain.test(user.email.toLowerCase()))?.[1];
  return (
    <div className={styles['box']}>
      <p>
        {t('confirm.sent_to')} <strong>{user.email}</strong>
      </p>
      <div className={styles['ways']}>
        {mailbox && (
          <a href={mailbox} target="_blank" rel="noreferrer" className={styles['mailbox']}>
            {t('confirm.open_mailbox')}
          </a>
        )}
        <Button
          look="secondary"
          size="s"
          busy={resend.isPending}
          disabled={resend.isSuccess}
          icon={resend.isSuccess ? <IconCheck size={18} /> : <IconRefresh size={18} />}
          onClick={() => resend.mutate()}
        >
          {t(resend.isSuccess ? 'confirm.sent_again' : 'confirm.send_again')}
        </Button>
        <ButtonLink to={'/notifications/access' satisfies SectionPath} look="quiet" size="s">
          {t('confirm.other_address')}
        </ButtonLink>
      </div>
      {resend.error && <p role="alert">{errorText(resend.error)}</p>}
      <small>{t('confirm.spam')}</small>
    </div>
  );
}
