import { useTranslation } from '#web/i18n/translate.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export function LikeTabs({ received }: { received: number }) {
  const { t } = useTranslation(['likes', 'common']);
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={[
        { to: '/likes', text: t('tabs.all') },
        {
          to: '/likes/received',
          text: t('tabs.received'),
          badge: <Badge count={received} label={t('nav.new_likes', { ns: 'common', count: received })} />,
        },
        { to: '/likes/matches', text: t('tabs.matches') },
        { to: '/likes/sent', text: t('tabs.sent') },
      ]}
    />
  );
}
