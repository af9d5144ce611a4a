import { keysOf } from '#contract/keys.ts';
import { type OperatorLimit, type OperatorLimits, operatorLimits } from '#contract/office/operator-limits.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { TextInput } from '#web/ui/field.tsx';
import styles from './limit-fields.module.css';

/** Credits are typed as they are, and money as an amount of the payment's currency. */
const unitsOf: Record<OperatorLimit, number> = {
  credits: 1,
  credits_day: 1,
  refund_cents: 100,
  refund_day_cents: 100,
};

export const isSameLimits = (one: OperatorLimits, other: OperatorLimits): boolean =>
  operatorLimits.every((name) => one[name] === other[name]);

/** Limits in words, such as `Credits at once: 20 · Refund of a payment: 12.5`. Empty without limits. */
export function useLimitsText(): (limits: OperatorLimits) => string {
  const { t } = useTranslation('office/staff');
  const { number } = useFormats();
  return (limits) =>
    operatorLimits
      .flatMap((name) => {
        const limit = limits[name];
        return limit === null ? [] : [`${t(`limits.${name}`)}: ${number(limit / unitsOf[name])}`];
      })
      .join(' · ');
}

/** What an operator may grant and refund without a second person. An empty field is no limit. */
export function LimitFields({
  limits,
  onChange,
}: {
  limits: OperatorLimits;
  onChange: (limits: OperatorLimits) => void;
}) {
  const { t } = useTranslation('office/staff');
  return (
    <fieldset className={styles['group']}>
      <legend>{t('limits.title')}</legend>
      <p className={styles['lead']}>{[t('limits.lead'), t('limits.amount'), t('limits.empty')].join(' ')}</p>
      <div className={styles['fields']}>
        {keysOf(unitsOf).map((name) => {
          const limit = limits[name];
          return (
            <TextInput
              key={name}
              label={t(`limits.${name}`)}
              type="number"
              min={0}
              step={1 / unitsOf[name]}
              defaultValue={limit === null ? '' : String(limit / unitsOf[name])}
              onChange={({ target }) => {
                // An unfinished number, such as `-`, must not remove the limit: the form's check stops it.
                if (target.validity.badInput) return;
                const typed = target.value === '' ? null : Math.round(Number(target.value) * unitsOf[name]);
                onChange({ ...limits, [name]: typed });
              }}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
