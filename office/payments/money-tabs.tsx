import { useTranslation } from '#web/i18n/translate.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export function MoneyTabs() {
  const { t } = useTranslation('office/payments');
  return (
    <Tabs
      label={t('catalogue.money')}
      tabs={[
        { to: '/admin/worklist', text: t('catalogue.worklist') },
        { to: '/admin/payments', text: t('catalogue.payments') },
        { to: '/admin/prices', text: t('catalogue.prices') },
        { to: '/admin/books', text: t('catalogue.books') },
      ]}
    />
  );
}
