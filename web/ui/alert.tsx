import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from './button.tsx';
import { IconAlert, IconCircleCheck, IconInfo, IconX } from './icons.ts';
import styles from './alert.module.css';

const icons = { info: IconInfo, warning: IconAlert, error: IconAlert, success: IconCircleCheck };

interface AlertProps {
  tone?: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
}

export function Alert({ tone = 'info', title, children, action, onDismiss }: AlertProps) {
  const Icon = icons[tone];
  const { t } = useTranslation('common');
  return (
    <div className={clsx(styles['alert'], styles[tone])} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={22} aria-hidden="true" />
      <div className={styles['text']}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
        {action && <div className={styles['action']}>{action}</div>}
      </div>
      {onDismiss && (
        <IconButton size="s" label={t('dismiss')} onClick={onDismiss}>
          <IconX size={18} />
        </IconButton>
      )}
    </div>
  );
}

/** A one-line bar across the page, below the navigation (warnings header, docs/product.md 2.8). */
export function WarningBar({
  tone = 'warning',
  icon: Icon = icons[tone],
  children,
  action,
  onDismiss,
}: Omit<AlertProps, 'title'> & { icon?: typeof IconInfo }) {
  const { t } = useTranslation('common');
  return (
    <div className={clsx(styles['bar'], styles[tone])} role="status">
      <div className={styles['line']}>
        <Icon size={20} aria-hidden="true" />
        <p>{children}</p>
        {action}
        {onDismiss && (
          <IconButton size="s" label={t('dismiss')} onClick={onDismiss}>
            <IconX size={18} />
          </IconButton>
        )}
      </div>
    </div>
  );
}
