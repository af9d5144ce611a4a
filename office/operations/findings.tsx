import type { Operations } from '#contract/operations/calls.ts';
import { May } from '#office/pieces/may.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Card } from '#web/ui/page.tsx';
import { Moment } from './moment.tsx';
import styles from './operations.module.css';

const TONES = { well: 'green', warning: 'gold', problem: 'red' } as const;

/** What the doctor found, problems first. */
export function Findings({ findings, examining }: Pick<Operations, 'findings' | 'examining'>) {
  const { t } = useTranslation('office/operations');
  const examine = useAct('examineInstallation', { done: t('findings.asked'), refresh: ['adminOperations'] });
  const states = Object.keys(TONES);
  const rows = findings.toSorted((one, other) => states.indexOf(other.state) - states.indexOf(one.state));
  return (
    <Card title={t('findings.title')} className={styles['card']}>
      <p className={styles['quiet']}>{t('findings.lead')}</p>
      <Table
        caption={t('findings.title')}
        rows={rows}
        keyOf={({ name }) => name}
        empty={<EmptyState title={t('findings.none')} text={t('findings.none_text')} />}
        columns={[
          { key: 'name', head: t('findings.part'), width: 14, title: true, cell: ({ name }) => name },
          {
            key: 'state',
            head: t('findings.state'),
            width: 11,
            cell: ({ state }) => <Tag tone={TONES[state]}>{t(`findings.states.${state}`)}</Tag>,
          },
          {
            key: 'found',
            head: t('findings.found'),
            width: 55,
            cell: ({ found }) => <span lang="en">{found}</span>,
          },
          {
            key: 'at',
            head: t('findings.examined'),
            width: 20,
            cell: ({ examined_at }) => <Moment at={examined_at} />,
          },
        ]}
      />
      <May call="examineInstallation">
        <div>
          <Button
            look="secondary"
            busy={examine.isPending || examining}
            onClick={() => examine.mutate(undefined)}
          >
            {t(examining ? 'findings.examining' : 'findings.examine')}
          </Button>
        </div>
      </May>
    </Card>
  );
}
