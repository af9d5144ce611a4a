import { useTranslation } from '#web/i18n/translate.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';

export function Unsaved({ when }: { when: boolean }) {
  const { t } = useTranslation('office/frame');
  return (
    <LeaveGuard
      when={when}
      words={{
        title: t('unsaved.title'),
        text: t('unsaved.text'),
        leave: t('unsaved.leave'),
        stay: t('unsaved.stay'),
      }}
    />
  );
}
