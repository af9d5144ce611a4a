import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SEARCH_NAME_LENGTH } from '#contract/rules/search-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { searchOf, type Filters } from '../filters.ts';
import { useSearchWords } from './use-search-words.ts';
import styles from './saved-searches.module.css';

export function SaveSearch({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const { t } = useTranslation('saved_searches');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const words = useSearchWords()(filters);
  const [name, setName] = useState(words.slice(0, SEARCH_NAME_LENGTH));
  const [alerts, setAlerts] = useState(true);
  const save = useMutation({
    mutationFn: () => api.call('saveSearch', { body: { name, query: searchOf(filters), alerts } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['savedSearches'] });
      toast('success', t('saved'));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal open onClose={onClose} title={t('save')} size="s">
      <form className={styles['form']} onSubmit={submit}>
        <p className={styles['words']}>{words}</p>
        <TextInput
          label={t('name')}
          hint={t('name_hint')}
          value={name}
          maxLength={SEARCH_NAME_LENGTH}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <Switch
          label={t('alerts')}
          hint={t('alerts_hint')}
          checked={alerts}
          onChange={(event) => setAlerts(event.target.checked)}
        />
        {save.error && <Alert tone="error">{errorText(save.error)}</Alert>}
        <Button type="submit" busy={save.isPending} wide>
          {t('submit')}
        </Button>
      </form>
    </Modal>
  );
}
