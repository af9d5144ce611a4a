import type { UnsentMessage } from '#web/session/unsent-db.ts';

export interface Composed {
  /** Puts the words and the quoted message back. */
  onTakeBack: (message: UnsentMessage) => void;
  onImages: (images: File[]) => void;
  onAbout: (about: string | null) => void;
  onOnce: (once: boolean) => void;
  field: React.RefObject<HTMLTextAreaElement | null>;
}

/** Puts an unsent message back into the composer. */
export function takeBack(unsent: UnsentMessage, { onTakeBack, onImages, onAbout, onOnce, field }: Composed) {
  onTakeBack(unsent);
  if (unsent.about) onAbout(unsent.about);
  if (unsent.kind === 'image') {
    onImages([unsent.file, ...(unsent.album ?? [])].map(asFile));
    onOnce(unsent.view_once ?? false);
  }
  field.current?.focus();
}

const asFile = (image: Blob): File =>
  image instanceof File ? image : new File([image], 'image', { type: image.type });
