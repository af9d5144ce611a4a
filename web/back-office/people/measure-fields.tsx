import { useTranslation } from '#web/i18n/translate.tsx';
import { type Ground, grounds, suspensionDays, REASON_LENGTH } from '#contract/rules/measure-rules.ts';
import { Select, Textarea } from '#web/ui/field.tsx';

export interface Reasons {
  ground: Ground;
  facts: string;
  days: (typeof suspensionDays)[number];
}
export const noReasons: Reasons = { ground: 'house_rules', facts: '', days: 3 };

/** Why, in the words that the member reads. */
export function MeasureFields({ value, onChange, withDays }: { value: Reasons; onChange: (value: Reasons) => void; withDays: boolean }) {
  const { t } = useTranslation('back_office');
  return (
    <>
      <Select
        label={t('measure.ground')}
        value={value.ground}
        options={grounds.map((ground) => ({ value: ground, label: t(`grounds.${ground}`) }))}
        onChange={({ target }) => onChange({ ...value, ground: target.value as Ground })}
      />
      {withDays && (
        <Select
          label={t('measure.days')}
          value={String(value.days)}
          options={suspensionDays.map((days) => ({ value: String(days), label: t('measure.days_count', { count: days }) }))}
          onChange={({ target }) => onChange({ ...value, days: Number(target.value) as Reasons['days'] })}
        />
      )}
      <Textarea
        label={t('measure.facts')}
        hint={t('measure.facts_hint')}
        required
        rows={4}
        maxLength={REASON_LENGTH}
        value={value.facts}
        onChange={({ target }) => onChange({ ...value, facts: target.value })}
      />
    </>
  );
}
