import type { Figures } from '#contract/figures/figures.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { FigureCard, NumberTable } from './figure-card.tsx';

export function AnswerFigures({ data }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { number } = useFormats();
  const duration = (seconds: number | null) => {
    if (seconds === null) return '–';
    if (seconds < 60) return t('seconds', { count: seconds });
    if (seconds < 5400) return t('minutes', { count: Math.round(seconds / 60) });
    return seconds < 129_600
      ? t('hours', { count: Math.round(seconds / 3600) })
      : t('days', { count: Math.round(seconds / 86_400) });
  };
  return (
    <FigureCard title={t('answers')} note={t('answers_note')} part="answers" data={data}>
      <NumberTable
        caption={t('answers')}
        head={[t('kind'), t('answers_count'), t('median'), t('median_before')]}
        rows={data.answers.map(({ kind, answers, median_seconds: median, before_seconds: before }) => ({
          key: kind,
          cells: [t(`kinds.${kind}`), number(answers), duration(median), duration(before)],
        }))}
      />
    </FigureCard>
  );
}
