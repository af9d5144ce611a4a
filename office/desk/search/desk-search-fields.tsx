import { useTranslation } from '#web/i18n/translate.tsx';
import { TextInput } from '#web/ui/field.tsx';
import type { Sought } from './use-desk-search.ts';
import styles from './desk-search.module.css';

interface Props {
  sought: Sought;
  onSought: (sought: Sought) => void;
}

export function DeskSearchFields({ sought, onSought }: Props) {
  const { t } = useTranslation('office/desk');
  const { text, from, until } = sought;
  return (
    <search className={styles['fields']}>
      <TextInput
        type="search"
        label={`${t('search.label')} (F)`}
        hint={t('search.hint')}
        aria-keyshortcuts="F"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={({ target }) => onSought({ ...sought, text: target.value })}
        onKeyDown={({ key }) => key === 'Escape' && onSought({ ...sought, text: '' })}
      />
      <details className={styles['days']}>
        <summary>{t('search.days')}</summary>
        <div>
          <TextInput
            type="date"
            label={t('search.from')}
            max={until || undefined}
            value={from}
            onChange={({ target }) => onSought({ ...sought, from: target.value })}
          />
          <TextInput
            type="date"
            label={t('search.until')}
            min={from || undefined}
            value={until}
            onChange={({ target }) => onSought({ ...sought, until: target.value })}
          />
        </div>
      </details>
    </search>
  );
}
