import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SettingsComparison } from '#contract/site-settings/comparison.ts';
import type { SiteSettingsView } from '#contract/site-settings/sites.ts';
import { Table } from '#office/pieces/table.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { readSettingsFile, settingsFile } from './settings-file.ts';
import { useSettingWords } from './use-setting-words.ts';
import styles from './site-settings.module.css';

interface TransferProps {
  view: SiteSettingsView;
  mayChange: boolean;
  /** Puts values into the form, where the operator sees and saves them. */
  onTake(values: { key: string; value: unknown }[]): void;
}

/** Exports a site's own settings as a file, and takes a file into the form. */
export function SettingsTransfer({ view, mayChange, onTake }: TransferProps) {
  const { t } = useTranslation('office/site-settings');
  const { errorText } = useErrorText();
  const api = useApi();
  const chooser = useRef<HTMLInputElement>(null);
  const [comparison, setComparison] = useState<SettingsComparison | null>(null);
  const compare = useMutation({
    async mutationFn(file: File) {
      const settings = readSettingsFile(await file.text());
      if (!settings) return toast('error', t('transfer.not_a_file'));
      setComparison(await api.call('compareSettings', { body: { site: view.site, settings } }));
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <div className={styles['transfer']}>
      <Button look="secondary" size="s" onClick={() => download(view)}>
        {t('transfer.export')}
      </Button>
      {mayChange && (
        <>
          <Button look="secondary" size="s" busy={compare.isPending} onClick={() => chooser.current?.click()}>
            {t('transfer.import')}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept="application/json,.json"
            aria-label={t('transfer.import')}
            hidden
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              // So that the same file can be chosen again after it was corrected.
              target.value = '';
              if (file) compare.mutate(file);
            }}
          />
        </>
      )}
      {comparison && (
        <Comparison
          comparison={comparison}
          onClose={() => setComparison(null)}
          onTake={(values) => {
            setComparison(null);
            onTake(values);
          }}
        />
      )}
    </div>
  );
}

interface ComparisonProps {
  comparison: SettingsComparison;
  onClose(): void;
  onTake: TransferProps['onTake'];
}

function Comparison({ comparison: { same, rows }, onClose, onTake }: ComparisonProps) {
  const { t } = useTranslation('office/site-settings');
  const { label, valueWords } = useSettingWords();
  const possible = rows.filter(({ obstacle }) => obstacle === null);
  // An invalid value may have any shape, which the words of a setting do not expect.
  const words = (key: string, value: unknown, isValid = true) =>
    value === null ? t('changes.default') : isValid ? valueWords(key, value) : JSON.stringify(value);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('transfer.title')}
      footer={
        possible.length > 0 && (
          <Button onClick={() => onTake(possible.map(({ key, wanted }) => ({ key, value: wanted })))}>
            {t('transfer.take', { count: possible.length })}
          </Button>
        )
      }
    >
      <p>{t('transfer.same', { count: same })}</p>
      <Table
        caption={t('transfer.title')}
        rows={rows}
        keyOf={({ key }) => key}
        empty={<p>{t('transfer.nothing')}</p>}
        columns={[
          { key: 'what', head: t('changes.what'), title: true, cell: ({ key }) => label(key) },
          {
            key: 'present',
            head: t('changes.now'),
            cell: ({ key, present, obstacle }) => (
              <span className={styles['value']}>{words(key, present, obstacle !== 'unknown')}</span>
            ),
          },
          {
            key: 'wanted',
            head: t('transfer.wanted'),
            cell: ({ key, wanted, obstacle }) => (
              <span className={styles['value']}>{words(key, wanted, obstacle === null)}</span>
            ),
          },
          {
            key: 'obstacle',
            head: t('transfer.obstacle'),
            cell: ({ obstacle }) => (obstacle === null ? '' : t(`transfer.obstacles.${obstacle}`)),
          },
        ]}
      />
    </Modal>
  );
}

function download(view: SiteSettingsView) {
  const address = URL.createObjectURL(new Blob([settingsFile(view)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `settings-${view.site === '*' ? 'default' : view.site}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
