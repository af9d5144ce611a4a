import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Checkbox } from '#web/ui/field.tsx';

export function ClosingRefund({
  member,
  value,
  onChange,
}: {
  member: number;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  const { t } = useTranslation('office/moderation');
  const { money } = useFormats();
  const { data } = useQuery(callQuery('adminClosingRefunds', { query: { member } }));
  if (!data || data.refunds.length === 0) return null;
  const amount = data.refunds.map(money).join(' + ');
  return (
    <Checkbox
      label={t('measure.refund', { amount })}
      checked={value}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
