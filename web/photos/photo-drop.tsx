import { clsx } from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconCamera, IconPhoto } from '#web/ui/icons.ts';
import { MAX_MEGABYTES, PHOTO_TYPES } from './picture.ts';
import styles from './photo-drop.module.css';

interface PhotoDropProps {
  /** Receives the chosen files of any type. The caller rejects files that are not photos. */
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  /** Also accepts images pasted anywhere on the page. */
  paste?: boolean;
  compact?: boolean;
  children?: ReactNode;
}

export function PhotoDrop({ onFiles, multiple, paste = true, compact, children }: PhotoDropProps) {
  const { t } = useTranslation('photos');
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const give = (list: Iterable<File> | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  usePaste(paste ? give : null);
  const input = (ref: typeof picker, capture: boolean) => (
    <input
      ref={ref}
      className="visually-hidden"
      type="file"
      tabIndex={-1}
      aria-hidden="true"
      accept={PHOTO_TYPES}
      capture={capture ? 'user' : undefined}
      multiple={multiple && !capture}
      onChange={(event) => {
        give(event.target.files);
        event.target.value = '';
      }}
    />
  );
  return (
    <div
      className={clsx(styles['drop'], over && styles['over'], compact && styles['compact'])}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) =>
        !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)
      }
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        give(event.dataTransfer.files);
      }}
    >
      {children}
      <div className={styles['buttons']}>
        <Button
          look={compact ? 'secondary' : 'primary'}
          size={compact ? 's' : 'm'}
          icon={<IconPhoto size={20} aria-hidden="true" />}
          onClick={() => picker.current?.click()}
        >
          {t('add.choose')}
        </Button>
        <Button
          className={styles['camera']}
          look="secondary"
          size={compact ? 's' : 'm'}
          icon={<IconCamera size={20} aria-hidden="true" />}
          onClick={() => camera.current?.click()}
        >
          {t('add.camera')}
        </Button>
      </div>
      {!compact && (
        <p className={styles['hint']}>
          {over ? (
            t('add.drop')
          ) : (
            <>
              <span className={styles['drag']}>{t('add.drag')} </span>
              {t('add.hint', { megabytes: MAX_MEGABYTES })}
            </>
          )}
        </p>
      )}
      {input(picker, false)}
      {input(camera, true)}
    </div>
  );
}

/** Takes pictures from the clipboard, unless the user is typing. */
function usePaste(give: ((files: File[]) => void) | null) {
  const on = give !== null;
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
    const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'));
    if (files.length > 0) give?.(files);
  });
  useEffect(() => {
    if (!on) return;
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [on]);
}
