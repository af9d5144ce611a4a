import { useTranslation } from '#web/i18n/translate.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';

/** Asks before words that are not saved yet are left behind. */
export function Unsaved({ when }: { when: boolean }) {
  const { t } = useTranslation('back_office');
  return <LeaveGuard when={when} words={{ title: t('unsaved.title'), text: t('unsaved.text'), leave: t('unsaved.leave'), stay: t('unsaved.stay') }} />;
}
