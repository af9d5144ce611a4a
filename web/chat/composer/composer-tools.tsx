import { type SyntheticEvent, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { IconGift, IconMicrophone, IconMoodSmile, IconPhoto, IconSparkles } from '#web/ui/icons.ts';
import styles from './composer.module.css';

export type ComposerSheet = 'emoji' | 'gift' | 'icebreaker';

export interface MessagePrices {
  text: number;
  image: number;
  voice: number;
  gift: number;
}

/** The click or the touch that opened the recorder of voice messages. */
export type VoicePress = SyntheticEvent<HTMLElement>;

interface ComposerToolsProps {
  prices: MessagePrices;
  disabled: boolean;
  /** True if the member has paused spending. If so, nothing that costs credits can be attached. */
  paused: boolean;
  open: ComposerSheet | null;
  onOpen: (sheet: ComposerSheet | null) => void;
  takeImages: (files: Iterable<File>) => boolean;
  onVoice: (press: VoicePress) => void;
}

export function ComposerTools(props: ComposerToolsProps) {
  const { prices, disabled, paused, open, onOpen, takeImages, onVoice } = props;
  const { t } = useTranslation('chat');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles['tools']}>
      <IconButton
        label={t('composer.emoji')}
        aria-expanded={open === 'emoji'}
        className={styles['emoji']}
        onClick={() => onOpen(open === 'emoji' ? null : 'emoji')}
      >
        <IconMoodSmile size={22} />
      </IconButton>
      <IconButton
        label={t('composer.image', { count: prices.image })}
        disabled={disabled || paused}
        onClick={() => picker.current?.click()}
      >
        <IconPhoto size={22} />
      </IconButton>
      <IconButton
        label={`${t('list.voice')} (${t('price.credits', { count: prices.voice })})`}
        disabled={disabled || paused}
        onPointerDown={(event) => event.pointerType === 'touch' && onVoice(event)}
        onClick={onVoice}
      >
        <IconMicrophone size={22} />
      </IconButton>
      <IconButton
        label={t('composer.gift', { count: prices.gift })}
        disabled={disabled || paused}
        onClick={() => onOpen('gift')}
      >
        <IconGift size={22} />
      </IconButton>
      <IconButton label={t('composer.icebreaker')} disabled={disabled} onClick={() => onOpen('icebreaker')}>
        <IconSparkles size={22} />
      </IconButton>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          takeImages(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </div>
  );
}
