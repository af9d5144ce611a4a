import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import type { WaitingAppeal } from '#contract/measures.ts';
import { REASON_LENGTH } from '#contract/rules/measure-rules.ts';
import { MeasureFacts } from '#web/back-office/people/measures.tsx';
import { useAct } from '#web/back-office/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import styles from '../office.module.css';
import { WaitingList } from './waiting-list.tsx';

const queue = callQuery('adminAppeals');

const load = officeLoad(queue);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'errors'] };

/** /admin/appeals: decisions that a member appeals against, for an operator who did not make them. */
export default function Appeals() {
  const { data } = useQuery(queue);
  return (
    <WaitingList words="appeals" things={data?.appeals ?? []}>
      {(appeal) => <Appeal appeal={appeal} />}
    </WaitingList>
  );
}

function Appeal({ appeal }: { appeal: WaitingAppeal }) {
  const { t } = useTranslation('back_office');
  const { date } = useFormats();
  const [note, setNote] = useState('');
  const { mutate, isPending } = useAct('decideAppeal', { done: t('appeals.decided'), refresh: ['adminAppeals', 'adminMember'] });
  const decide = (reverse: boolean) => note.trim() && mutate({ id: appeal.id, reverse, note });
  return (
    <>
      <h2>{appeal.member ? <Link to={`/admin/members/${appeal.member.id}`}>{appeal.member.name ?? appeal.member.id}</Link> : t('appeals.visitor')}</h2>
      <p className={styles['words']}>{appeal.text}</p>
      <small className={styles['quiet']}>{date(appeal.created_at)}</small>
      <h3>{t('appeals.decision')}</h3>
      {appeal.measure && <MeasureFacts measure={appeal.measure} />}
      {appeal.complaint && (
        <>
          <p className={styles['words']}>{appeal.complaint.text}</p>
          <p className={styles['words']}>{appeal.complaint.note}</p>
        </>
      )}
      {appeal.own ? (
        <p className={styles['quiet']}>{t('appeals.own')}</p>
      ) : (
        <>
          <Textarea label={t('appeals.note')} required maxLength={REASON_LENGTH} value={note} onChange={({ target }) => setNote(target.value)} />
          <div className={styles['buttons']}>
            <Button busy={isPending} onClick={() => decide(true)}>
              {t('appeals.reverse')}
            </Button>
            <Button look="secondary" busy={isPending} onClick={() => decide(false)}>
              {t('appeals.uphold')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
