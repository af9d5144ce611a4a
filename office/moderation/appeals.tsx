import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WaitingAppeal } from '#contract/moderation/appeals.ts';
import { REASON_LENGTH } from '#contract/rules/measure-rules.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Evidence, RecordingPlayer } from './evidence.tsx';
import { MeasureFacts } from './measures.tsx';
import { WaitingList } from './waiting-list.tsx';
import styles from '#office/pieces/office.module.css';

const queue = callQuery('adminAppeals');

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'complaints', 'errors'] };

export default function Appeals() {
  const { data } = useQuery(queue);
  return (
    <WaitingList words="appeals" things={data?.appeals ?? []}>
      {(appeal) => <Appeal appeal={appeal} />}
    </WaitingList>
  );
}

function Appeal({ appeal }: { appeal: WaitingAppeal }) {
  const { t } = useTranslation('office/moderation');
  const { date } = useFormats();
  const [note, setNote] = useState('');
  const { mutate, isPending } = useAct('decideAppeal', {
    done: t('appeals.decided'),
    refresh: ['adminAppeals', 'adminMember'],
  });
  const decide = (reverse: boolean) => note.trim() && mutate({ id: appeal.id, reverse, note });
  return (
    <>
      <h2>
        {appeal.member ? (
          <Link to={`/admin/members/${appeal.member.id}`}>{appeal.member.name ?? appeal.member.id}</Link>
        ) : (
          t('appeals.visitor')
        )}
      </h2>
      <p className={styles['words']}>{appeal.text}</p>
      <small className={styles['quiet']}>{date(appeal.created_at)}</small>
      <h3>{t('appeals.decision')}</h3>
      {appeal.measure && <MeasureFacts measure={appeal.measure} />}
      {appeal.photo && (
        <img className={styles['picture']} src={appeal.photo} alt={t('appeals.photo')} loading="lazy" />
      )}
      {appeal.voice_intro && <RecordingPlayer voice={appeal.voice_intro} title={t('appeals.voice_intro')} />}
      {appeal.complaint && (
        <>
          <p className={styles['words']}>{appeal.complaint.text}</p>
          {appeal.complaint.outcome && <strong>{t(`complaints.acts.${appeal.complaint.outcome}`)}</strong>}
          <p className={styles['words']}>{appeal.complaint.note}</p>
        </>
      )}
      {appeal.evidence !== null && <ComplaintEvidence complaint={appeal.evidence} />}
      {appeal.own ? (
        <p className={styles['quiet']}>{t('appeals.own')}</p>
      ) : (
        <May call="decideAppeal">
          <Textarea
            label={t('appeals.note')}
            required
            maxLength={REASON_LENGTH}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <div className={styles['buttons']}>
            <Button busy={isPending} onClick={() => decide(true)}>
              {t('appeals.reverse')}
            </Button>
            <Button look="secondary" busy={isPending} onClick={() => decide(false)}>
              {t('appeals.uphold')}
            </Button>
          </div>
        </May>
      )}
    </>
  );
}

/** The evidence of a complaint. It is loaded on demand, because each view is logged. */
function ComplaintEvidence({ complaint }: { complaint: number }) {
  const { t } = useTranslation('office/moderation');
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    ...callQuery('adminComplaint', { query: { id: complaint } }),
    staleTime: Infinity,
    enabled: open,
  });
  if (data) return <Evidence file={data} />;
  return (
    <Button look="secondary" size="s" busy={open} onClick={() => setOpen(true)}>
      {t('appeals.show_evidence')}
    </Button>
  );
}
