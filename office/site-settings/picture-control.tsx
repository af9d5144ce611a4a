import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { palette } from '#contract/lists/palette.ts';
import type { pictureSettings } from '#contract/site-settings/setting-table.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { type ControlProps, ControlGroup } from './control-group.tsx';
import styles from './site-settings.module.css';

export function PictureControl({
  settingKey,
  site,
  value,
  label,
  hint,
  error,
  disabled,
}: Omit<ControlProps, 'settingKey'> & { settingKey: (typeof pictureSettings)[number] }) {
  const { t } = useTranslation('office/site-settings');
  const { errorText, fieldTexts } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn(file: File) {
      const body = new FormData();
      body.set('site', site);
      body.set('setting', settingKey);
      body.set('file', file);
      return api.call('uploadSitePicture', { body });
    },
    async onSuccess() {
      toast('success', t(`${settingKey}.changed`));
      await Promise.all(
        ['adminSettings', 'adminSites', 'settings', 'settingHistory'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      );
    },
  });
  const fault = upload.error ? (fieldTexts(upload.error)['file'] ?? errorText(upload.error)) : error;
  return (
    <ControlGroup label={label} hint={hint} error={fault}>
      <div className={styles['pair']}>
        {([0, 1] as const).map((scheme) => (
          <div
            key={scheme}
            className={styles['ground']}
            style={{ background: palette.paper[scheme], color: palette['ink-2'][scheme] }}
          >
            {value ? (
              <img src={String(value)} alt="" height={settingKey === 'logo' ? 32 : 64} />
            ) : (
              <span>{t(`${settingKey}.none`)}</span>
            )}
          </div>
        ))}
      </div>
      <input
        ref={picker}
        type="file"
        name={settingKey}
        accept="image/png,image/jpeg,image/webp,image/avif"
        aria-label={t('logo.choose')}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          target.value = '';
        }}
      />
      <Button
        look="secondary"
        size="s"
        disabled={disabled}
        busy={upload.isPending}
        onClick={() => picker.current?.click()}
      >
        {t('logo.choose')}
      </Button>
    </ControlGroup>
  );
}
