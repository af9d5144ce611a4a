import { clsx } from 'clsx';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Form, useSearchParams } from 'react-router';
import { Badge } from '#web/ui/badge.tsx';
import { IconChevronDown, IconFilter } from '#web/ui/icons.ts';
import styles from './filters.module.css';

interface Props {
  /** What is looked through, for screen readers. */
  label: string;
  /** How many of the fields narrow the list down now. */
  active: number;
  /** The fields and the button that sends them; their defaults come from the address. */
  children: ReactNode;
  /** What belongs to the list as it is shown, such as its file. */
  file?: ReactNode;
}

/** The fields by which a list is narrowed down. On a phone they wait behind one button, so that the list begins on the first screen. */
export function Filters({ label, active, children, file }: Props) {
  const { t } = useTranslation('back_office');
  const [query] = useSearchParams();
  const [open, setOpen] = useState(false);
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles['filters']}>
      <button ref={toggle} type="button" className={styles['toggle']} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <IconFilter size={20} aria-hidden="true" />
        {t('filters.label')}
        <Badge count={active} label={t('filters.active', { number: active })} />
        <IconChevronDown size={18} aria-hidden="true" className={styles['arrow']} />
      </button>
      <Form
        key={query.toString()}
        id={id}
        className={clsx(styles['fields'], !open && styles['folded'])}
        role="search"
        aria-label={label}
        onSubmit={() => {
          setOpen(false);
          // Where there is no such button this does nothing.
          toggle.current?.focus();
        }}
      >
        {children}
      </Form>
      {file && <div className={styles['file']}>{file}</div>}
    </div>
  );
}
