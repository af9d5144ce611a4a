import { type FormEvent, useState } from 'react';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { BoardWriter } from '#contract/desk/board.ts';
import { MOST_CONVERSATIONS } from '#contract/rules/desk-rules.ts';
import { useSave } from '#office/pieces/use-save.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextInput } from '#web/ui/field.tsx';
import styles from './board.module.css';

const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

/** How many conversations a writer gets, and for which languages and profiles. */
export function WriterForm({ writer, board }: { writer: BoardWriter; board: CallReply<'deskBoard'> }) {
  const { t } = useTranslation('office/desk');
  const { language } = useFormats();
  const { errorText } = useErrorText();
  const offered = useSettings().languages;
  const [capacity, setCapacity] = useState(String(writer.capacity ?? ''));
  const [languages, setLanguages] = useState(writer.languages);
  const [profiles, setProfiles] = useState(writer.profiles);
  const save = useSave((api, body: CallBody<'changeDeskWriter'>) => api.call('changeDeskWriter', { body }), {
    done: t('saved'),
    refresh: ['deskBoard'],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({
      writer: writer.id,
      capacity: capacity === '' ? null : Number(capacity),
      languages,
      profiles,
    });
  };
  return (
    <form className={styles['stack']} onSubmit={submit}>
      {save.error && <Alert tone="error">{errorText(save.error)}</Alert>}
      <TextInput
        type="number"
        min={1}
        max={MOST_CONVERSATIONS}
        label={t('board.capacity')}
        hint={t('board.capacity_hint', { count: board.capacity })}
        value={capacity}
        onChange={({ target }) => setCapacity(target.value)}
      />
      <fieldset className={styles['choices']}>
        <legend>{t('board.languages')}</legend>
        {[...new Set([...offered, ...languages])].map((each) => (
          <Checkbox
            key={each}
            label={language(each)}
            checked={languages.includes(each)}
            onChange={() => setLanguages(toggled(languages, each))}
          />
        ))}
      </fieldset>
      {board.profiles.length > 0 && (
        <fieldset className={styles['choices']}>
          <legend>{t('board.profiles')}</legend>
          {board.profiles.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={profiles.includes(id)}
              onChange={() => setProfiles(toggled(profiles, id))}
            />
          ))}
        </fieldset>
      )}
      <div>
        <Button type="submit" size="s" busy={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
