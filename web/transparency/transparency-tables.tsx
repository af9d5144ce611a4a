import type { ReactNode } from 'react';
import type { TransparencyReport } from '#contract/moderation/transparency.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './transparency-tables.module.css';

export const transparencyTexts = ['transparency', 'appeal', 'complaints'];

export function TransparencyTables({ report }: { report: TransparencyReport }) {
  const { t } = useTranslation('transparency');
  const { t: appeal } = useTranslation('appeal');
  const { t: complaint } = useTranslation('complaints');
  const formats = useFormats();
  const hours = (median: number | null) => (median === null ? '–' : formats.number(median));
  return (
    <div className={styles['cards']}>
      <Figures
        title={t('notices')}
        none={t('none')}
        head={[t('category'), t('outcome'), t('number'), t('trusted_flaggers'), t('median_hours')]}
        rows={report.notices.map(({ category, outcome, number, by_trusted_flaggers, median_hours }) => [
          complaint(`categories.${category}`),
          outcome ? complaint(`outcomes.${outcome}`) : t('undecided'),
          formats.number(number),
          formats.number(by_trusted_flaggers),
          hours(median_hours),
        ])}
      />
      <Figures
        title={t('measures')}
        text={t('by_person')}
        none={t('none')}
        head={[t('measure'), t('rule'), t('found'), t('number')]}
        rows={report.measures.map(({ kind, ground, detection, number }) => [
          appeal(`kinds.${kind}`),
          appeal(`grounds.${ground}`),
          t(`detections.${detection}`),
          formats.number(number),
        ])}
      />
      <Figures
        title={t('appeals')}
        none={t('none')}
        head={[t('by'), t('outcome'), t('number'), t('median_hours')]}
        rows={report.appeals.map(({ by, state, number, median_hours }) => [
          t(by),
          appeal(`states.${state}`),
          formats.number(number),
          hours(median_hours),
        ])}
      />
    </div>
  );
}

interface FiguresProps {
  title: string;
  text?: string;
  none: string;
  head: string[];
  rows: ReactNode[][];
}

function Figures({ title, text, none, head, rows }: FiguresProps) {
  return (
    <Card>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <div className={styles['scroll']} tabIndex={0} role="region" aria-label={title}>
          <table className={styles['table']}>
            <thead>
              <tr>
                {head.map((text) => (
                  <th key={text} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells) => (
                <tr key={cells.slice(0, 3).join(' ')}>
                  {cells.map((cell, place) => (
                    <td key={head[place]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
