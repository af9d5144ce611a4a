import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { IconArrowLeft, IconArrowRight } from '#web/ui/icons.ts';

interface SlideArrowsProps {
  at: number;
  count: number;
  go: (at: number) => void;
  size: number;
  look?: 'float';
  classes: CSSModuleClasses;
}

export function SlideArrows({ at, count, go, size, look, classes }: SlideArrowsProps) {
  const { t } = useTranslation('photos');
  return (
    <>
      <IconButton
        className={clsx(classes['arrow'], classes['back'])}
        look={look}
        label={t('gallery.previous')}
        disabled={at === 0}
        onClick={() => go(at - 1)}
      >
        <IconArrowLeft size={size} />
      </IconButton>
      <IconButton
        className={clsx(classes['arrow'], classes['on'])}
        look={look}
        label={t('gallery.next')}
        disabled={at === count - 1}
        onClick={() => go(at + 1)}
      >
        <IconArrowRight size={size} />
      </IconButton>
    </>
  );
}
