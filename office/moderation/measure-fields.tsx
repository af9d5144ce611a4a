import type { ComplaintCategory } from '#contract/lists/complaints.ts';
import { type HoldReason, isOfMinor } from '#contract/lists/hold-reasons.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { contentGrounds, suspensionDays, REASON_LENGTH } from '#contract/rules/measure-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Select, Textarea } from '#web/ui/field.tsx';
import { ClosingRefund } from './closing-refund.tsx';

type ContentGround = (typeof contentGrounds)[number];

export interface Reasons {
  ground: ContentGround;
  facts: string;
  days: (typeof suspensionDays)[number];
  /** True if closing the account refunds unused credits; undefined until the operator chooses. */
  refund?: boolean;
}
export const noReasons: Reasons = { ground: 'house_rules', facts: '', days: 3 };

/** Fields for a measure on an account with these holds, with the rule that it most likely rests on. */
export const reasonsFor = (holds: readonly HoldReason[]): Reasons => ({
  ...noReasons,
  ground: holds.includes('listed_picture')
    ? 'illegal_content'
    : holds.some(isOfMinor)
      ? 'underage'
      : noReasons.ground,
});

/** The rule that a measure upon a report of this category most likely rests on. */
export const likelyGround: Record<ComplaintCategory, ContentGround> = {
  fake_profile: 'fake_profile',
  harassment: 'harassment',
  spam: 'spam',
  underage: 'underage',
  illegal_content: 'illegal_content',
  privacy: 'privacy',
  payment: 'house_rules',
  other: 'house_rules',
};

export function MeasureFields({
  value,
  onChange,
  withDays,
  closes,
  withGround = true,
}: {
  value: Reasons;
  onChange: (value: Reasons) => void;
  withDays: boolean;
  closes?: number | undefined;
  /** False for a measure that has only one ground. */
  withGround?: boolean;
}) {
  const { t } = useTranslation('office/moderation');
  return (
    <>
      {withGround && (
        <Select
          label={t('measure.ground')}
          value={value.ground}
          options={contentGrounds.map((ground) => ({ value: ground, label: t(`grounds.${ground}`) }))}
          onChange={({ target }) =>
            onChange({ ...value, ground: itemOf(contentGrounds, target.value) ?? value.ground })
          }
        />
      )}
      {withDays && (
        <Select
          label={t('measure.days')}
          value={String(value.days)}
          options={suspensionDays.map((days) => ({
            value: String(days),
            label: t('measure.days_count', { count: days }),
          }))}
          onChange={({ target }) => onChange({ ...value, days: Number(target.value) as Reasons['days'] })}
        />
      )}
      {closes !== undefined && (
        <ClosingRefund
          member={closes}
          value={value.refund ?? value.ground !== 'payment_fraud'}
          onChange={(refund) => onChange({ ...value, refund })}
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
