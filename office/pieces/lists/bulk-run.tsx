import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CallName } from '#contract/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './office-list.module.css';

/** What came of a bulk act for one row of the list. */
interface RowOutcome {
  row: number;
  done: boolean;
  /** The code of the error. */
  error: string | null;
}

interface Props {
  /** The ids of the selected rows. */
  rows: number[];
  nameOf: (row: number) => string;
  /** Makes the bulk call for these rows. `id` is the same for every try, so that nothing happens twice. */
  run: (id: string, rows: number[]) => Promise<RowOutcome[]>;
  refresh: CallName[];
  onClose: () => void;
  submit: ReactNode;
  children: ReactNode;
}

/** The form of a bulk act, and then what came of it for each row. What failed can be tried again. */
export function BulkRun({ rows, nameOf, run, refresh, onClose, submit, children }: Props) {
  const { t } = useTranslation('office/lists');
  const { errorText } = useErrorText();
  const queries = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, RowOutcome>>(new Map());
  const failed = [...outcomes.values()].filter(({ done }) => !done);
  const act = useMutation({
    mutationFn: (wanted: number[]) => run(id, wanted),
    onSuccess: (now) =>
      setOutcomes((before) => new Map([...before, ...now.map((each) => [each.row, each] as const)])),
    onSettled: () => Promise.all(refresh.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (!act.isPending) act.mutate(rows);
  };
  const problem = act.error && <Alert tone="error" title={errorText(act.error)} />;
  if (outcomes.size === 0)
    return (
      <form className={styles['form']} onSubmit={begin}>
        {children}
        {problem}
        <Button type="submit" look="danger" busy={act.isPending}>
          {submit}
        </Button>
      </form>
    );
  return (
    <div className={styles['outcomes']} role="status">
      {problem}
      {outcomes.size > failed.length && <p>{t('bulk.done', { count: outcomes.size - failed.length })}</p>}
      {failed.length > 0 && (
        <>
          <p>{t('bulk.failed', { count: failed.length })}</p>
          <ul>
            {failed.map(({ row, error }) => (
              <li key={row}>
                {nameOf(row)}: {t(`errors:error.${error ?? 'internal'}`)}
              </li>
            ))}
          </ul>
          <Button
            look="secondary"
            busy={act.isPending}
            onClick={() => act.mutate(failed.map(({ row }) => row))}
          >
            {t('bulk.repeat')}
          </Button>
        </>
      )}
      <Button onClick={onClose}>{t('bulk.close')}</Button>
    </div>
  );
}
