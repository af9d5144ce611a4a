import { useTranslation } from '#web/i18n/translate.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconHeartFilled } from '#web/ui/icons.ts';

export function NewLabel() {
  const { t } = useTranslation('likes');
  return (
    <Tag tone="red" icon={<IconHeartFilled size={13} aria-hidden="true" />}>
      {t('new')}
    </Tag>
  );
}
