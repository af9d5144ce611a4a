import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcquaintanceImport } from '#contract/acquaintances/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { refreshPeople } from './refresh-people.ts';
import styles from './acquaintances.module.css';

const UNDO_MS = 15_000;

interface ContactListsProps {
  imports: AcquaintanceImport[];
  /** Numbers and addresses in all lists. */
  contacts: number;
  more: { has: boolean; busy: boolean; load: () => void };
}

export function ContactLists({ imports, contacts, more }: ContactListsProps) {
  const { t } = useTranslation(['acquaintances', 'common']);
  const { date } = useFormats();
  const remove = useRemoveLists();
  const removed = remove.isPending ? remove.variables : null;
  return (
    <Card>
      <h2>{t('lists')}</h2>
      <p className={styles['lead']}>{t(imports.length > 0 ? 'no_names' : 'none_yet')}</p>
      <ul className={styles['lists']}>
        {imports.map(({ id, contacts: count, created_at }) => (
          <li key={id} className={styles['list']}>
            <span>
              {t('list', { count })}
              <span className={styles['date']}>{t('added_on', { date: date(created_at) })}</span>
            </span>
            <Button
              look="secondary"
              size="s"
              busy={removed?.imports?.includes(id) === true}
              aria-label={t('remove_list', { date: date(created_at) })}
              onClick={() => remove.mutate({ imports: [id] })}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles['ways']}>
        {more.has && (
          <Button look="quiet" busy={more.busy} onClick={more.load}>
            {t('common:more')}
          </Button>
        )}
        {imports.length > 1 && (
          <>
            <Button
              look="secondary"
              busy={removed !== null && !removed.imports}
              onClick={() => remove.mutate({})}
            >
              {t('remove_all')}
            </Button>
            <span className={styles['date']}>{t('list', { count: contacts })}</span>
          </>
        )}
      </div>
    </Card>
  );
}

function useRemoveLists() {
  const { t } = useTranslation('acquaintances');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: (imports: number[]) => api.call('restoreAcquaintances', { body: { imports } }),
    onSuccess: () => {
      refreshPeople(queries);
      toast('success', t('restored'));
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return useMutation({
    mutationFn: (body: { imports?: number[] }) => api.call('removeAcquaintances', { body }),
    onSuccess: ({ removed }) => {
      refreshPeople(queries);
      toast('success', t('removed'), {
        action: { text: t('undo'), run: () => restore.mutate(removed) },
        stayMs: UNDO_MS,
        key: 'acquaintances',
      });
    },
    onError: (error) => toast('error', errorText(error)),
  });
}
