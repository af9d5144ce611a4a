import { type FormEvent, useState } from 'react';
import type { ComparedFigure } from '#contract/figures/today.ts';
import { moneyFigures } from '#contract/rules/figure-rules.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import styles from './today.module.css';

interface Props extends Pick<ComparedFigure, 'figure' | 'currency' | 'goal'> {
  month: string;
  onSaved: () => void;
}

/** Sets the goal of a figure for the month. An empty field removes it. */
export function GoalForm({ figure, currency, month, goal, onSaved }: Props) {
  const { t } = useTranslation('office/figures');
  const units = moneyFigures.includes(figure) ? 100 : 1;
  const [typed, setTyped] = useState(goal === null ? '' : String(goal / units));
  const save = useAct('setFigureGoal', { done: t('today.goal_saved'), refresh: ['adminToday'] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const target = typed.trim() === '' ? null : Math.round(Number(typed) * units);
    save.mutate({ figure, currency, month, target }, { onSuccess: onSaved });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextInput
        label={t('today.goal', { currency })}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" size="s" busy={save.isPending}>
        {t('today.save')}
      </Button>
    </form>
  );
}
