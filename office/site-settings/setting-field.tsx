import type { FieldCode } from '#contract/errors.ts';
import type { SettingKey } from '#contract/site-settings/setting-table.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { SettingControl } from './setting-controls.tsx';
import { rowOf, shapeOf } from './setting-shape.ts';
import { useSettingWords } from './use-setting-words.ts';
import styles from './site-settings.module.css';

interface Props {
  settingKey: SettingKey;
  site: string;
  value: unknown;
  own: boolean;
  /** Hosts of other sites with an own value. */
  ownElsewhere: readonly string[];
  draft: boolean;
  fault: FieldCode | undefined;
  readOnly: boolean;
  onChange(value: unknown): void;
}

export function SettingField({
  settingKey,
  site,
  value,
  own,
  ownElsewhere,
  draft,
  fault,
  readOnly,
  onChange,
}: Props) {
  const { t } = useTranslation('office/site-settings');
  const { valueWords, label } = useSettingWords();
  const range = useRange(settingKey);
  const row = rowOf(settingKey);
  const faultText = useFaultText(settingKey, value);
  const locked = readOnly || row.elsewhere === true;
  return (
    <div id={`setting-${settingKey}`} className={styles['setting']} data-draft={draft || undefined}>
      {row.elsewhere ? (
        <p>
          <b>{label(settingKey)}</b>
          <br />
          <span className={styles['hint']}>{t(`setting.${settingKey}.hint`)}</span>
        </p>
      ) : (
        <SettingControl
          {...{ settingKey, site, value, onChange }}
          label={label(settingKey)}
          hint={t(`setting.${settingKey}.hint`)}
          error={fault && faultText(fault)}
          disabled={locked}
        />
      )}
      <p className={styles['meta']}>
        <code>{settingKey}</code>
        <span>{t('default_is', { value: valueWords(settingKey, row.default) })}</span>
        {range && <span>{range}</span>}
        {own && <Tag tone="gold">{t('own')}</Tag>}
        <Link to={`/admin/setting-history?site=${encodeURIComponent(site)}&key=${settingKey}`}>
          {t('history')}
        </Link>
        {own && !locked && (
          <Button
            look="quiet"
            size="s"
            onClick={() => onChange(null)}
            aria-label={`${t('reset')}: ${label(settingKey)}`}
          >
            {t('reset')}
          </Button>
        )}
      </p>
      <OwnElsewhere settingKey={settingKey} hosts={ownElsewhere} />
      {readOnly && !row.elsewhere && <p className={styles['hint']}>{t('read_only')}</p>}
    </div>
  );
}

/** Links to the setting on the other sites that have an own value. */
function OwnElsewhere({ settingKey, hosts }: { settingKey: SettingKey; hosts: readonly string[] }) {
  const { t } = useTranslation('office/site-settings');
  if (hosts.length === 0) return null;
  return (
    <p className={styles['meta']}>
      <span>{t('own_elsewhere')}</span>
      {hosts.map((host) => (
        <Link key={host} to={`/admin/settings?site=${encodeURIComponent(host)}#setting-${settingKey}`}>
          {host === DEFAULT_SITE ? t('default_site_short') : host}
        </Link>
      ))}
    </p>
  );
}

function useRange(key: SettingKey): string | null {
  const { t } = useTranslation('office/site-settings');
  const { minimum, maximum, maxLength } = shapeOf(key);
  const { unit } = rowOf(key);
  if (minimum !== undefined && maximum !== undefined && unit)
    return t('range', { from: minimum, to: t(`unit.${unit}`, { count: maximum }) });
  return maxLength === undefined ? null : t('longest', { count: maxLength });
}

function useFaultText(key: SettingKey, value: unknown): (code: FieldCode) => string | undefined {
  const { t } = useTranslation('office/site-settings');
  const { fieldText } = useErrorText();
  const { type, minimum, maximum, maxLength } = shapeOf(key);
  return (code) => {
    if (code === 'out_of_range' && minimum !== undefined)
      return t('range_fault', { from: minimum, to: maximum });
    if (code === 'too_long') return t('length_fault', { count: maxLength });
    if (code === 'invalid' && type === 'integer' && typeof value !== 'number') return t('number_fault');
    return fieldText(code);
  };
}
