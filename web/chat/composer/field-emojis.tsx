import type { RefObject } from 'react';
import EmojiPicker from './emoji-picker.tsx';

interface FieldEmojisProps {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  onDraft: (text: string) => void;
  onClose: () => void;
}

/** Inserts emojis where the caret of the composer is. */
export default function FieldEmojis({
  field: { current: field },
  draft,
  onDraft,
  onClose,
}: FieldEmojisProps) {
  const insert = (emoji: string) => {
    const at = field?.selectionStart ?? draft.length;
    onDraft(draft.slice(0, at) + emoji + draft.slice(field?.selectionEnd ?? at));
    requestAnimationFrame(() => field?.setSelectionRange(at + emoji.length, at + emoji.length));
  };
  return <EmojiPicker onChoose={insert} onClose={onClose} />;
}
