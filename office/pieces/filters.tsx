import { clsx } from 'clsx';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { QueryForm } from '#web/router/query-form.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconChevronDown, IconFilter } from '#web/ui/icons.ts';
import styles from './filters.module.css';

interface Props {
  label: string;
  active: number;
  children: ReactNode;
  file?: ReactNode;
}

/** The filters of a list. On a phone a button opens them, so that the list starts on the first screen. */
export function Filters({ label, active, children, file }: Props) {
  const { t } = useTranslation('office/frame');
  const [query] = useSearchParams();
  const [open, setOpen] = useState(false);
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles['filters']}>
      <button
        ref={toggle}
        type="button"
        className={styles['toggle']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconFilter size={20} aria-hidden="true" />
        {t('filters.label')}
        <Badge count={active} label={t('filters.active', { number: active })} />
        <IconChevronDown size={18} aria-hidden="true" className={styles['arrow']} />
      </button>
      <QueryForm
        key={query.toString()}
        id={id}
        className={clsx(styles['fields'], !open && styles['folded'])}
        role="search"
        aria-label={label}
        onSubmit={() => {
          setOpen(false);
          // On wider screens the button is hidden and this call has no effect.
          toggle.current?.focus();
        }}
      >
        {children}
      </QueryForm>
      {file && <div className={styles['file']}>{file}</div>}
    </div>
  );
}
