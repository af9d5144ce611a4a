import { useMutation } from '@tanstack/react-query';
import type { SectionPath } from '#contract/membership/settings-sections.ts';
import type { User } from '#contract/membership/user.ts';
import { TimeBonusBar } from '#web/credits/offers/time-bonus-bar.tsx';
import { useTimeBonus } from '#web/credits/offers/use-time-bonus.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useRouteName } from '#web/router/hooks.ts';
import { useDismissal } from '#web/session/dismissals.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { WarningBar } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';

export default function Notice({ user }: { user: User }) {
  const { t } = useTranslation('notices');
  const [mailsDismissed, dismissMails] = useDismissal('disabled_notifications_alert');
  const [photoDismissed, dismissPhoto] = useDismissal('profile_photo_alert');
  const bonus = useTimeBonus();
  const route = useRouteName();
  const sells = /^(credits|premium)/.test(route);
  if (user.held) return <WarningBar>{t(user.held_as_new ? 'held_as_new' : 'held')}</WarningBar>;
  if (user.status === 'not_confirmed') return <ConfirmAddress email={user.email} />;
  if (user.age_check && !route.startsWith('age-check'))
    return <WarningBar action={<Way to="/age-check" text={t('age_way')} />}>{t('age')}</WarningBar>;
  // Before the notices that can wait: it is for members without a purchase, who mostly lack a photo too, and it
  // ends after hours. The screens that sell credits show it themselves.
  if (bonus && !sells) return <TimeBonusBar bonus={bonus} />;
  if (user.disabled_notification_reason && !mailsDismissed) {
    return (
      <WarningBar
        onDismiss={dismissMails}
        action={<Way to={'/notifications/preferences' satisfies SectionPath} text={t('mails_way')} />}
      >
        {t('mails')}
      </WarningBar>
    );
  }
  if (user.profile.main_image === null && !photoDismissed) {
    return (
      <WarningBar tone="info" onDismiss={dismissPhoto} action={<Way to="/profile" text={t('photo_way')} />}>
        {t('photo')}
      </WarningBar>
    );
  }
  return null;
}

function ConfirmAddress({ email }: { email: string }) {
  const { t } = useTranslation(['notices', 'common']);
  const { errorText } = useErrorText();
  const api = useApi();
  const resend = useMutation({
    mutationFn: () => api.call('activate', { body: { resend: true } }),
    onSuccess: () => toast('success', t('common:warnings.mail_sent', { email }), { key: 'activation' }),
    onError: (error) => toast('error', errorText(error), { key: 'activation' }),
  });
  return (
    <WarningBar
      action={
        <Button look="quiet" size="s" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t('confirm_way')}
        </Button>
      }
    >
      {t('confirm')}
    </WarningBar>
  );
}

function Way({ to, text }: { to: string; text: string }) {
  return (
    <ButtonLink to={to} look="quiet" size="s">
      {text}
    </ButtonLink>
  );
}
