import { useState } from 'react';
import { choicesOf, hasNote } from '#contract/lists/payment-methods.ts';
import type { Packages } from '#contract/payments/orders.ts';
import { MethodMark } from '#web/credits/method-mark.tsx';
import { isZero } from '#web/credits/price-of.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconChevronDown } from '#web/ui/icons.ts';
import styles from './method-list.module.css';

export type Choice = Packages['methods'][number]['id'] | 'stored';

const FEW = 6;

export function MethodList({
  packages,
  chosen,
  onChoose,
}: {
  packages: Packages;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { methods, stored_card } = packages;
  const choices = choicesOf(methods.map(({ id }) => id));
  const [all, setAll] = useState(choices.findIndex(({ method }) => method === chosen) >= FEW);
  const shown = all ? choices : choices.slice(0, FEW);
  return (
    <fieldset className={styles['list']}>
      <legend className="visually-hidden">{t('pay.method')}</legend>
      {stored_card && (
        <Option
          choice="stored"
          chosen={chosen}
          onChoose={onChoose}
          name={t('pay.stored', stored_card)}
          note={t('pay.stored_note')}
        />
      )}
      {shown.map(({ method, brands }) => (
        <Option
          key={method}
          choice={method}
          brands={brands}
          chosen={chosen}
          onChoose={onChoose}
          name={brands.length > 0 ? t('card') : t(`methods.${method}`)}
          note={
            brands.length > 0
              ? formats.list(brands.map((brand) => t(`methods.${brand}`)))
              : hasNote(method)
                ? t(`method_notes.${method}`)
                : undefined
          }
          costs={methods.find(({ id }) => id === method)?.transaction_costs}
        />
      ))}
      {!all && choices.length > FEW && (
        <Button
          look="quiet"
          className={styles['more']}
          onClick={() => setAll(true)}
          icon={<IconChevronDown size={18} />}
        >
          {t('pay.more_methods')}
        </Button>
      )}
    </fieldset>
  );
}

interface OptionProps {
  choice: Choice;
  brands?: Packages['methods'][number]['id'][];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
  name: string;
  note?: string;
  costs?: Packages['methods'][number]['transaction_costs'];
}

function Option({ choice, brands = [], chosen, onChoose, name, note, costs }: OptionProps) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  return (
    <label className={styles['option']}>
      <input
        type="radio"
        name="method"
        value={choice}
        checked={chosen === choice}
        onChange={() => onChoose(choice)}
      />
      <MethodMark method={choice === 'stored' ? 'creditcard' : choice} />
      <span className={styles['name']}>
        {name}
        {note && <small>{note}</small>}
      </span>
      {brands.length > 0 && (
        <span className={styles['brands']}>
          {brands.map((brand) => (
            <MethodMark key={brand} method={brand} />
          ))}
        </span>
      )}
      {costs && (
        <span className={styles['costs']}>
          {isZero(costs) ? t('pay.free') : t('pay.costs', { price: formats.money(costs) })}
        </span>
      )}
    </label>
  );
}
