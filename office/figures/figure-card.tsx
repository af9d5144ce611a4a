import type { ReactNode } from 'react';
import type { Figures } from '#contract/figures/figures.ts';
import type { FigurePart } from '#contract/rules/figure-rules.ts';
import { FileLink } from '#office/pieces/step-up.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { IconDownload } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import styles from './figures.module.css';

interface Props {
  title: ReactNode;
  note?: ReactNode;
  part: FigurePart;
  data: Pick<Figures, 'from' | 'to'>;
  children: ReactNode;
  table?: ReactNode;
}

export function FigureCard({ title, note, part, data: { from, to }, children, table }: Props) {
  const { t } = useTranslation('office/figures');
  const site = useSearchParams()[0].get('site');
  const file = `/api/admin/figures-file?${new URLSearchParams({ part, from, to, ...(site && { site }) })}`;
  return (
    <Card title={title} className={styles['card']}>
      {note && <p className={styles['quiet']}>{note}</p>}
      {children}
      <div className={styles['below']}>
        {table && (
          <details>
            <summary>{t('numbers')}</summary>
            {table}
          </details>
        )}
        <FileLink href={file} className={styles['file']}>
          <IconDownload size={18} aria-hidden="true" />
          {t('csv')}
        </FileLink>
      </div>
    </Card>
  );
}

export function NumberTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: ReactNode[];
  rows: { key: string; cells: ReactNode[] }[];
}) {
  return (
    <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles['numbers']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns are fixed and have no id
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns are fixed and have no id
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
