import { useSyncExternalStore } from 'react';
import { tabStorage } from '#web/page/browser-storage.ts';
import { isHeic, shrinkImage } from '#web/photos/picture.ts';

export interface PhotoDraft {
  file: Blob;
  /**
   * Source for `<img>`; null if this browser cannot display the format (HEIC), which the server may still
   * accept.
   */
  preview: string | null;
  name: string;
}

const KEY = 'signup-photo';
/** Enough for the largest size that the site produces. */
const LONGEST_SIDE = 2000;
/** Browsers store about 5 MB per site, of which the photo may use part. */
const MOST_STORED = 3_000_000;

let photo: PhotoDraft | null = null;
let restored = false;
const listeners = new Set<() => void>();

function publish(next: PhotoDraft | null) {
  photo = next;
  for (const listener of listeners) listener();
}

export const usePhotoDraft = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      if (!restored) void restore();
      return () => listeners.delete(listener);
    },
    () => photo,
    () => null,
  );

export async function storePhoto(file: File): Promise<boolean> {
  restored = true;
  const smaller = await shrinkImage(file, LONGEST_SIDE);
  if (!smaller && !isHeic(file)) return false;
  dropPhoto();
  publish({
    file: smaller ?? file,
    preview: smaller ? URL.createObjectURL(smaller) : null,
    name: smaller ? 'photo.jpg' : file.name,
  });
  if (smaller) persist(await dataUrl(smaller));
  return true;
}

export function dropPhoto() {
  if (photo?.preview) URL.revokeObjectURL(photo.preview);
  tabStorage.remove(KEY);
  publish(null);
}

async function restore() {
  restored = true;
  const stored = tabStorage.get(KEY);
  if (!stored || photo) return;
  const bytes = Uint8Array.from(atob(stored.slice(stored.indexOf(',') + 1)), (letter) =>
    letter.charCodeAt(0),
  );
  const file = new Blob([bytes], { type: 'image/jpeg' });
  publish({ file, preview: URL.createObjectURL(file), name: 'photo.jpg' });
}

const dataUrl = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });

function persist(url: string) {
  if (url.length <= MOST_STORED) tabStorage.set(KEY, url);
}
