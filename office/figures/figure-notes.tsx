import { type FormEvent, useState } from 'react';
import type { Today } from '#contract/figures/today.ts';
import { May } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './today.module.css';

const MOST_CHARACTERS = 120;

/** What happened on the days of the charts, such as a campaign or a breakdown. */
export function FigureNotes({ data }: { data: Today }) {
  const { t } = useTranslation('office/figures');
  const { dayAndMonth } = useFormats();
  const remove = useAct('removeFigureNote', { done: t('today.note_removed'), refresh: ['adminToday'] });
  return (
    <Card title={t('today.notes')} className={styles['notes']}>
      {data.notes.length === 0 && <p className={styles['quiet']}>{t('today.no_notes')}</p>}
      <ul>
        {data.notes.map(({ id, day, site, body, operator }) => (
          <li key={id}>
            <b suppressHydrationWarning>{dayAndMonth(`${day}T12:00:00Z`)}</b> {body}{' '}
            <small className={styles['quiet']}>
              {[site === '*' ? t('main_site') : site, operator].filter(Boolean).join(' · ')}
            </small>
            <May call="removeFigureNote">
              <Button look="quiet" size="s" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
                {t('today.remove')}
              </Button>
            </May>
          </li>
        ))}
      </ul>
      <May call="addFigureNote">
        <AddNote data={data} />
      </May>
    </Card>
  );
}

function AddNote({ data }: { data: Today }) {
  const { t } = useTranslation('office/figures');
  const [search] = useSearchParams();
  const ownSite = useMember().office_sites?.[0];
  const site = search.get('site') ?? ownSite;
  const [day, setDay] = useState(data.day);
  const [body, setBody] = useState('');
  const add = useAct('addFigureNote', { done: t('today.note_added'), refresh: ['adminToday'] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ day, body, ...(site && { site }) }, { onSuccess: () => setBody('') });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextInput
        label={t('day')}
        type="date"
        required
        max={data.day}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <TextInput
        label={t('today.note')}
        required
        maxLength={MOST_CHARACTERS}
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      <Button type="submit" look="secondary" busy={add.isPending}>
        {t('today.add_note')}
      </Button>
    </form>
  );
}
