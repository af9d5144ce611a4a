import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import type { BoardWriter } from '#contract/desk/board.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { WaitingTime } from '#office/pieces/waiting-time.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { useDeskEvents } from '../use-desk-events.ts';
import { WriterForm } from './writer-form.tsx';
import styles from './board.module.css';

/** Events refresh the board. Answers of the last hour also change without one. */
const REFRESH_MS = 30_000;
const query = { ...callQuery('deskBoard'), refetchInterval: REFRESH_MS };

export const load = officeLoad(query);
export const handle = { i18n: ['office/desk', 'errors'] };

type Board = CallReply<'deskBoard'>;

export default function DeskBoard() {
  const { t } = useTranslation('office/desk');
  useDeskEvents();
  const { data } = useQuery(query);
  return (
    <Page title={t('board.title')} lead={t('board.lead')}>
      {data && (
        <div className={styles['stack']}>
          <Figures board={data} />
          {data.writers.length === 0 && <EmptyState title={t('board.none')} text={t('board.none_text')} />}
          <div className={styles['writers']}>
            {data.writers.map((writer) => (
              <Writer key={writer.id} writer={writer} board={data} />
            ))}
          </div>
        </div>
      )}
    </Page>
  );
}

function Figures({ board: { waiting, unassigned, outside, oldest, writers } }: { board: Board }) {
  const { t } = useTranslation('office/desk');
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('board.waiting')}</dt>
        <dd>{waiting}</dd>
      </div>
      <div>
        <dt>{t('board.unassigned')}</dt>
        <dd>{unassigned}</dd>
      </div>
      <div>
        <dt>{t('board.oldest')}</dt>
        <dd>
          {oldest ? (
            <Link to={`/admin/desk/${oldest.conversation}`}>
              <WaitingTime since={oldest.since} />
            </Link>
          ) : (
            '–'
          )}
        </dd>
      </div>
      <div>
        <dt>{t('board.outside')}</dt>
        <dd>{outside}</dd>
      </div>
      <div>
        <dt>{t('board.on')}</dt>
        <dd>{writers.filter(({ on }) => on).length}</dd>
      </div>
    </dl>
  );
}

function Writer({ writer, board }: { writer: BoardWriter; board: Board }) {
  const { t } = useTranslation('office/desk');
  const { name, on, active_at, held, answers_this_hour } = writer;
  const waits = held.filter(({ waiting_since }) => waiting_since !== null).length;
  return (
    <section className={styles['writer']} aria-label={name}>
      <header className={styles['head']}>
        <h2>{name}</h2>
        <Tag tone={on ? 'green' : 'soft'}>{t(on ? 'board.is_on' : 'board.is_away')}</Tag>
      </header>
      <p className={styles['note']}>
        {t('board.holds', { waits, capacity: writer.capacity ?? board.capacity })} ·{' '}
        {t('board.answers', { count: answers_this_hour })}
        {active_at && (
          <>
            {' · '}
            {t('board.idle')} <WaitingTime since={active_at} />
          </>
        )}
      </p>
      {held.length > 0 && (
        <ul className={styles['held']}>
          {held.map((each) => (
            <Held key={each.conversation} held={each} writer={writer} board={board} />
          ))}
        </ul>
      )}
      <Fold summary={<Skills writer={writer} board={board} />}>
        <WriterForm writer={writer} board={board} />
      </Fold>
    </section>
  );
}

function Skills({ writer: { languages, profiles }, board }: { writer: BoardWriter; board: Board }) {
  const { t } = useTranslation('office/desk');
  const { language, list } = useFormats();
  const names = board.profiles.filter(({ id }) => profiles.includes(id)).map(({ name }) => name);
  return (
    <>
      {languages.length === 0 ? t('board.all_languages') : list(languages.map(language))} ·{' '}
      {profiles.length === 0 ? t('board.all_profiles') : list(names)}
    </>
  );
}

interface HeldProps {
  held: BoardWriter['held'][number];
  writer: BoardWriter;
  board: Board;
}

function Held({ held: { conversation, member, profile, waiting_since: since }, writer, board }: HeldProps) {
  const { t } = useTranslation('office/desk');
  const handOver = useAct('deskHandOver', { done: t('board.handed_over'), refresh: ['deskBoard'] });
  const others = board.writers.filter(({ id }) => id !== writer.id);
  return (
    <li>
      <Link to={`/admin/desk/${conversation}`}>
        {member} → {profile}
      </Link>
      <span className={styles['note']}>{since ? <WaitingTime since={since} /> : t('answered')}</span>
      {others.length > 0 && (
        <Select
          label={t('board.hand_over', { member })}
          hideLabel
          value=""
          disabled={handOver.isPending}
          placeholder={t('board.hand_over_to')}
          options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) => handOver.mutate({ conversation, to: Number(target.value) })}
        />
      )}
    </li>
  );
}
