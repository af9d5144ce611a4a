import { useTranslation } from '#web/i18n/translate.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** The screens about money. */
export function MoneyTabs() {
  const { t } = useTranslation('back_office_catalogue');
  return (
    <Tabs
      label={t('money')}
      tabs={[
        { to: '/admin/worklist', text: t('worklist') },
        { to: '/admin/payments', text: t('payments') },
        { to: '/admin/prices', text: t('prices') },
        { to: '/admin/books', text: t('books') },
      ]}
    />
  );
}
