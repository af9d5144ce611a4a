import { useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import type { Experiment } from '#contract/experiments.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from './experiments.module.css';

type Target = CallBody<'moveExperiment'>['to'];

/** The acts that each state allows, in the order of their buttons. */
const acts: Record<Experiment['state'], readonly Target[]> = {
  draft: ['running'],
  running: ['decided', 'stopped'],
  stopped: ['decided'],
  decided: ['stopped'],
};

export function StateActs({ experiment, site }: { experiment: Experiment; site: string }) {
  const { t } = useTranslation('office/experiments');
  const { id, state, variants } = experiment;
  const [asked, setAsked] = useState<Target | null>(null);
  const [winner, setWinner] = useState('0');
  const move = useAct('moveExperiment', {
    done: t('moved'),
    refresh: ['adminExperiment', 'adminExperiments'],
  });
  const confirm = (to: Target) =>
    move.mutate(
      { site, id, to, ...(to === 'decided' && { winner: Number(winner) }) },
      { onSettled: () => setAsked(null) },
    );
  const nameOf = (to: Target) => t(`acts.${state === 'decided' ? 'withdraw' : to}`);
  return (
    <div className={styles['buttons']}>
      {acts[state].map((to) => (
        <Button key={to} look={to === 'stopped' ? 'secondary' : 'primary'} onClick={() => setAsked(to)}>
          {nameOf(to)}
        </Button>
      ))}
      <Modal
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? nameOf(asked) : ''}
        size="s"
        footer={
          <Button busy={move.isPending} onClick={() => asked && confirm(asked)}>
            {asked && nameOf(asked)}
          </Button>
        }
      >
        <div className={styles['column']}>
          <p className={styles['words']}>
            {asked && t(`act_texts.${state === 'decided' ? 'withdraw' : asked}`)}
          </p>
          {asked === 'decided' && (
            <RadioGroup
              label={t('winner')}
              name="winner"
              value={winner}
              options={variants.map(({ name }, index) => ({ value: String(index), label: name }))}
              onChange={setWinner}
            />
          )}
        </div>
      </Modal>
    </div>
  );
}
