import { type NotificationType, notificationTypes } from '#contract/lists/notifications.ts';
import type { User } from '#contract/membership/user.ts';
import { type Channel, channels, isWanted, withSwitch } from '#contract/rules/notification-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { InstallSteps } from '#web/notifications/install-steps.tsx';
import { PushDevice } from '#web/notifications/push-device.tsx';
import { ResumeMails } from '#web/notifications/resume-mails.tsx';
import { useChangeUser } from '#web/settings/use-change-user.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { MailPause } from './mail-pause.tsx';
import section from '#web/settings/section.module.css';
import styles from './preferences.module.css';

export function Preferences({ user }: { user: User }) {
  const { t } = useTranslation(['notifications', 'common', 'mail_pause']);
  const change = useChangeUser();
  const disabled = user.notifications_disabled;
  const set = (channel: Channel, type: NotificationType, on: boolean) =>
    change.mutate({ notifications_disabled: withSwitch(disabled, channel, type, on) });
  return (
    <Card>
      <h2>{t('preferences.title')}</h2>
      <p className={section['lead']}>{t('preferences.lead')}</p>
      {user.disabled_notification_reason && (
        <Alert tone="warning">
          <p>{t(`common:warnings.mails_${user.disabled_notification_reason}`)}</p>
          {user.disabled_notification_reason !== 'listunsubscribe' && <ResumeMails />}
        </Alert>
      )}
      <PushDevice />
      <InstallSteps />
      {user.push_subscribed && (
        <Switch
          label={t('push.names')}
          hint={t('push.names_text')}
          checked={user.push_names === true}
          onChange={(event) => change.mutate({ push_names: event.target.checked })}
        />
      )}
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('preferences.kind')}</span>
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {t(`preferences.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationTypes.map((type) => (
            <tr key={type}>
              <th scope="row">
                {t(`types.${type}.name`)}
                <small>{t(`types.${type}.text`)}</small>
              </th>
              {channels.map((channel) => (
                <td key={channel}>
                  <Switch
                    label={
                      <span className="visually-hidden">{`${t(`types.${type}.name`)}, ${t(`preferences.${channel}`)}`}</span>
                    }
                    checked={isWanted(disabled, channel, type)}
                    disabled={channel === 'push' && !user.push_subscribed}
                    onChange={(event) => set(channel, type, event.target.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{t('mail_pause:title')}</h3>
      <p className={section['lead']}>{t('mail_pause:text')}</p>
      <MailPause user={user} />
    </Card>
  );
}
