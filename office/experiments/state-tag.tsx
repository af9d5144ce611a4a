import type { Experiment } from '#contract/experiments.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Tag } from '#web/ui/chip.tsx';

const tones = { draft: 'soft', running: 'green', stopped: 'soft', decided: 'gold' } as const;

export function StateTag({
  experiment: { state, stop_reason, winner, variants },
}: {
  experiment: Pick<Experiment, 'state' | 'stop_reason' | 'winner' | 'variants'>;
}) {
  const { t } = useTranslation('office/experiments');
  return (
    <>
      <Tag tone={state === 'stopped' && stop_reason ? 'red' : tones[state]}>{t(`states.${state}`)}</Tag>{' '}
      {state === 'stopped' && stop_reason && <small>{t(`reasons.${stop_reason}`)}</small>}
      {winner !== null && <small>{t('winner_is', { name: variants[winner]?.name })}</small>}
    </>
  );
}
