import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CallName } from '#contract/calls.ts';
import type { BulkOutcome } from '#contract/moderation/bulk-acts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './office-list.module.css';

interface Props {
  members: number[];
  nameOf: (member: number) => string;
  /** Makes the bulk call for these members. `id` is the same for every try, so that nothing happens twice. */
  run: (id: string, members: number[]) => Promise<{ outcomes: BulkOutcome[] }>;
  refresh: CallName[];
  onClose: () => void;
  submit: ReactNode;
  children: ReactNode;
}

/** The form of a bulk act, and then what came of it for each member. What failed can be tried again. */
export function BulkRun({ members, nameOf, run, refresh, onClose, submit, children }: Props) {
  const { t } = useTranslation('office/lists');
  const { errorText } = useErrorText();
  const queries = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, BulkOutcome>>(new Map());
  const failed = [...outcomes.values()].filter(({ done }) => !done);
  const act = useMutation({
    mutationFn: (wanted: number[]) => run(id, wanted),
    onSuccess: ({ outcomes: now }) =>
      setOutcomes((before) => new Map([...before, ...now.map((each) => [each.member, each] as const)])),
    onSettled: () => Promise.all(refresh.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (!act.isPending) act.mutate(members);
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
            {failed.map(({ member, error }) => (
              <li key={member}>
                {nameOf(member)}: {t(`errors:error.${error ?? 'internal'}`)}
              </li>
            ))}
          </ul>
          <Button
            look="secondary"
            busy={act.isPending}
            onClick={() => act.mutate(failed.map(({ member }) => member))}
          >
            {t('bulk.repeat')}
          </Button>
        </>
      )}
      <Button onClick={onClose}>{t('bulk.close')}</Button>
    </div>
  );
}
