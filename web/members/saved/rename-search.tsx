import { type FormEvent, useState } from 'react';
import { SEARCH_NAME_LENGTH } from '#contract/rules/search-rules.ts';
import type { SavedSearch } from '#contract/search.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { useChangeSearches } from './use-change-searches.ts';
import styles from './saved-searches.module.css';

export function RenameSearch({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const { t } = useTranslation('saved_searches');
  const { change } = useChangeSearches();
  const [name, setName] = useState(search.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ id: search.id, name }, { onSuccess: onClose });
  };
  return (
    <Modal open onClose={onClose} title={t('rename_title')} size="s">
      <form className={styles['form']} onSubmit={submit}>
        <TextInput
          label={t('name')}
          value={name}
          maxLength={SEARCH_NAME_LENGTH}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={change.isPending} wide>
          {t('submit')}
        </Button>
      </form>
    </Modal>
  );
}
