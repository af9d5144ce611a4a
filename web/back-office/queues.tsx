import { useTranslation } from 'react-i18next';
import { hasRole } from '#contract/enums.ts';
import { useUser } from '#web/session/use-session.ts';
import { Tabs } from '#web/ui/tabs.tsx';

/** The queues of those who work here. Screens that show it name `complaint_queue` among their texts. */
export function Queues() {
  const { t } = useTranslation('complaint_queue');
  const roles = useUser()?.roles ?? [];
  const finance = hasRole(roles, ['finance']);
  return (
    <Tabs
      label={t('queues')}
      tabs={[
        { to: '/admin/photos', text: t('photos') },
        { to: '/admin/chat-images', text: t('chat_images') },
        { to: '/admin/complaints', text: t('title') },
        ...(hasRole(roles, ['writer']) ? [{ to: '/admin/desk', text: t('desk'), end: false }] : []),
        ...(finance ? [{ to: '/admin/payments', text: t('payments'), end: false }] : []),
      ]}
    />
  );
}
