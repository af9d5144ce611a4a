import type { ReactNode } from 'react';
import type { SettingKey } from '#contract/setting-table.ts';
import styles from './sites.module.css';

export interface ControlProps {
  settingKey: SettingKey;
  /** The host of the site. */
  site: string;
  value: unknown;
  label: string;
  hint: string;
  error: string | undefined;
  disabled: boolean;
  onChange(value: unknown): void;
}

/** Several controls under one label. */
export function Group({ label, hint, error, children }: Pick<ControlProps, 'label' | 'hint' | 'error'> & { children: ReactNode }) {
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
