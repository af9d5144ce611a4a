import { useTranslation } from '#web/i18n/translate.tsx';
import type { Figures } from '#contract/figures.ts';
import { useFormats } from '#web/i18n/format.ts';
import { FigureCard, Numbers } from './figure-card.tsx';

/** How long answers took, by kind of profile: the middle one of all, half were quicker. */
export function Answers({ data }: { data: Figures }) {
  const { t } = useTranslation('back_office_figures');
  const { number } = useFormats();
  const duration = (seconds: number | null) => {
    if (seconds === null) return '–';
    if (seconds < 60) return t('seconds', { count: seconds });
    if (seconds < 5400) return t('minutes', { count: Math.round(seconds / 60) });
    return seconds < 129_600 ? t('hours', { count: Math.round(seconds / 3600) }) : t('days', { count: Math.round(seconds / 86_400) });
  };
  return (
    <FigureCard title={t('answers')} note={t('answers_note')} part="answers" data={data}>
      <Numbers
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
