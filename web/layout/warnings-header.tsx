import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/profiles.ts';
import { TimeBonusBanner } from '#web/credits/offers/time-bonus.tsx';
import { canAskPush, subscribePush } from '#web/notifications/push.ts';
import { useDismissal } from '#web/session/dismissals.ts';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings, useUser } from '#web/session/use-session.ts';
import { ResumeMails } from '#web/notifications/resume-mails.tsx';
import { WarningBar } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useRouteName } from './route-name.ts';

/** Under the navigation: the most urgent notice (confirm the address, mails that do not arrive, a photo, push), and the time bonus while it runs. */
export function WarningsHeader() {
  const user = useUser();
  const route = useRouteName();
  // Pages that say the same themselves, larger.
  if (!user || ['signup', 'complete-signup', 'activate-done', 'activate-error'].includes(route)) return null;
  return (
    <>
      <Notice user={user} />
      <TimeBonusBanner />
    </>
  );
}

function Notice({ user }: { user: User }) {
  const [mailsDismissed, dismissMails] = useDismissal('disabled_notifications_alert');
  const [photoDismissed, dismissPhoto] = useDismissal('profile_photo_alert');
  const [pushDismissed, dismissPush] = useDismissal('push_alert');
  if (user.status === 'not_confirmed') return <ConfirmAddress user={user} />;
  if (user.disabled_notification_reason && !mailsDismissed) return <MailsDisabled reason={user.disabled_notification_reason} onDismiss={dismissMails} />;
  if (user.profile.main_image === null && !photoDismissed) return <AddPhoto onDismiss={dismissPhoto} />;
  if (!user.push_subscribed && !pushDismissed) return <TurnOnPush onDismiss={dismissPush} />;
  return null;
}

function ConfirmAddress({ user }: { user: User }) {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const api = useApi();
  const resend = useMutation({
    mutationFn: () => api.call('activate', { body: { resend: true } }),
    onSuccess: () => toast('success', t('warnings.mail_sent', { email: user.email })),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <WarningBar
      action={
        <Button look="secondary" size="s" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t('warnings.send_again')}
        </Button>
      }
    >
      {t('warnings.confirm_address', { email: user.email })}
    </WarningBar>
  );
}

/** Mails of news were stopped: the way back, or for one unsubscribed type the switches. */
function MailsDisabled({ reason, onDismiss }: { reason: NonNullable<User['disabled_notification_reason']>; onDismiss: () => void }) {
  const { t } = useTranslation('common');
  return (
    <WarningBar
      onDismiss={onDismiss}
      action={
        reason === 'listunsubscribe' ? (
          <ButtonLink to="/notifications" look="secondary" size="s">
            {t('nav.settings')}
          </ButtonLink>
        ) : (
          <ResumeMails />
        )
      }
    >
      {t(`warnings.mails_${reason}`)}
    </WarningBar>
  );
}

function AddPhoto({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('common');
  return (
    <WarningBar
      tone="info"
      onDismiss={onDismiss}
      action={
        <ButtonLink to="/profile" look="secondary" size="s">
          {t('warnings.add_photo_button')}
        </ButtonLink>
      }
    >
      {t('warnings.add_photo')}
    </WarningBar>
  );
}

function TurnOnPush({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const api = useApi();
  const settings = useSettings();
  const queries = useQueryClient();
  const subscribe = useMutation({
    mutationFn: () => subscribePush(api, settings),
    retry: false,
    onSuccess(state) {
      onDismiss();
      if (state === 'subscribed') toast('success', t('warnings.push_on'));
      void queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    onError: (error) => toast('error', errorText(error)),
  });
  // A dismissal counts on the server, so this is asked in the browser only.
  if (!canAskPush(settings)) return null;
  return (
    <WarningBar
      tone="info"
      onDismiss={onDismiss}
      action={
        <Button look="secondary" size="s" busy={subscribe.isPending} onClick={() => subscribe.mutate()}>
          {t('warnings.push_button')}
        </Button>
      }
    >
      {t('warnings.push')}
    </WarningBar>
  );
}
