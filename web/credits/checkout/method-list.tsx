import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Packages } from '#contract/payments.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Button } from '#web/ui/button.tsx';
import { IconChevronDown } from '#web/ui/icons.ts';
import { MethodMark } from './method-mark.tsx';
import { isZero } from '#web/credits/price-of.ts';
import styles from './method-list.module.css';

/** The member's choice: a method, or the stored card. */
export type Choice = Packages['methods'][number]['id'] | 'stored';

/** How many methods stand there before the others are asked for. */
const FEW = 6;

/** The method block: every method with its costs, the stored card first. */
export function MethodList({ packages, chosen, onChoose }: { packages: Packages; chosen: Choice; onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation('credits');
  const { methods, stored_card } = packages;
  const [all, setAll] = useState(methods.findIndex(({ id }) => id === chosen) >= FEW);
  const shown = all ? methods : methods.slice(0, FEW);
  return (
    <fieldset className={styles['list']}>
      <legend className="visually-hidden">{t('pay.method')}</legend>
      {stored_card && <Option choice="stored" chosen={chosen} onChoose={onChoose} name={t('pay.stored', stored_card)} note={t('pay.stored_note')} />}
      {shown.map(({ id, transaction_costs }) => (
        <Option
          key={id}
          choice={id}
          chosen={chosen}
          onChoose={onChoose}
          name={t(`methods.${id}`)}
          note={noted.has(id) ? t(`method_notes.${id}` as 'method_notes.sct') : undefined}
          costs={transaction_costs}
        />
      ))}
      {!all && methods.length > FEW && (
        <Button look="quiet" className={styles['more']} onClick={() => setAll(true)} icon={<IconChevronDown size={18} />}>
          {t('pay.more_methods')}
        </Button>
      )}
    </fieldset>
  );
}

const noted: ReadonlySet<string> = new Set(['sct', 'sdd', 'paysafecard']);

interface OptionProps {
  choice: Choice;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
  name: string;
  note?: string;
  costs?: Packages['methods'][number]['transaction_costs'];
}

function Option({ choice, chosen, onChoose, name, note, costs }: OptionProps) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  return (
    <label className={styles['option']}>
      <input type="radio" name="method" value={choice} checked={chosen === choice} onChange={() => onChoose(choice)} />
      <MethodMark method={choice === 'stored' ? 'creditcard' : choice} />
      <span className={styles['name']}>
        {name}
        {note && <small>{note}</small>}
      </span>
      {costs && <span className={styles['costs']}>{isZero(costs) ? t('pay.free') : t('pay.costs', { price: formats.money(costs) })}</span>}
    </label>
  );
}
