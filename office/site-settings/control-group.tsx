import type { ReactNode } from 'react';
import type { SettingKey } from '#contract/site-settings/setting-table.ts';
import styles from './site-settings.module.css';

export interface ControlProps {
  settingKey: SettingKey;
  site: string;
  value: unknown;
  label: string;
  hint: string;
  error: string | undefined;
  disabled: boolean;
  onChange(value: unknown): void;
}

export function ControlGroup({
  label,
  hint,
  error,
  children,
}: Pick<ControlProps, 'label' | 'hint' | 'error'> & { children: ReactNode }) {
  return (
    <fieldset className={styles['group']} aria-invalid={error ? true : undefined}>
      <legend>{label}</legend>
      {children}
      <p className={error ? styles['fault'] : styles['hint']} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}
