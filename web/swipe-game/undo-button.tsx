import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconUndo } from '#web/ui/icons.ts';
import styles from './swipe-game.module.css';

interface UndoButtonProps {
  /**
   * Name of the profile in the last choice. If null, there is nothing to undo, but the button still takes up
   * its space.
   */
  name: string | null;
  like: boolean;
  busy: boolean;
  onUndo: () => void;
}

export function UndoButton({ name, like, busy, onUndo }: UndoButtonProps) {
  const { t } = useTranslation('swipe');
  return (
    <div
      className={clsx(styles['undo'], name === null && styles['undo-away'])}
      aria-hidden={name === null || undefined}
    >
      <Button
        look="quiet"
        icon={<IconUndo size={20} />}
        busy={busy}
        disabled={name === null}
        onClick={onUndo}
      >
        {name === null ? t('undo') : t(like ? 'undo_like' : 'undo_pass', { name })}
      </Button>
    </div>
  );
}
