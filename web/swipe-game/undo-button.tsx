import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconUndo } from '#web/ui/icons.ts';
import styles from './swipe-game.module.css';

interface UndoButtonProps {
  /** On whom the last choice was; null when there is none to take back. The button keeps its place. */
  name: string | null;
  like: boolean;
  busy: boolean;
  onUndo: () => void;
}

/** Takes the last choice of the game back. */
export function UndoButton({ name, like, busy, onUndo }: UndoButtonProps) {
  const { t } = useTranslation('swipe');
  return (
    <div className={clsx(styles['undo'], name === null && styles['undo-away'])} aria-hidden={name === null || undefined}>
      <Button look="quiet" icon={<IconUndo size={20} />} busy={busy} disabled={name === null} onClick={onUndo}>
        {name === null ? t('undo') : t(like ? 'undo_like' : 'undo_pass', { name })}
      </Button>
    </div>
  );
}
