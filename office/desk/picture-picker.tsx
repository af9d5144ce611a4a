import type { RefObject } from 'react';

export const PicturePicker = ({
  ref,
  onPick,
}: {
  ref: RefObject<HTMLInputElement | null>;
  onPick: (file: File) => void;
}) => (
  <input
    ref={ref}
    type="file"
    accept="image/*"
    hidden
    onChange={(event) => {
      const file = event.target.files?.[0];
      event.target.value = '';
      if (file) onPick(file);
    }}
  />
);
