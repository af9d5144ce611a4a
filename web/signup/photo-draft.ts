import { useSyncExternalStore } from 'react';
import { isHeic, shrunk } from '#web/photos/picture.ts';

/** The photo chosen in signup, held in the browser until there is an account to give it to. */
export interface PhotoDraft {
  file: Blob;
  /** For `<img>`; null when this browser cannot show the format (HEIC), which the server can say more about. */
  preview: string | null;
  name: string;
}

const KEY = 'signup-photo';
/** Enough for the largest size the site makes; larger only costs the visitor's time. */
const LONGEST_SIDE = 2000;
/** Browsers keep about 5 MB a site; the photo may take a part of it. */
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

/** Keeps a photo, made smaller in the browser where it can. False: it is no picture. */
export async function keepPhoto(file: File): Promise<boolean> {
  restored = true;
  const smaller = await shrunk(file, LONGEST_SIDE);
  if (!smaller && !isHeic(file)) return false;
  dropPhoto();
  publish({ file: smaller ?? file, preview: smaller ? URL.createObjectURL(smaller) : null, name: smaller ? 'photo.jpg' : file.name });
  if (smaller) store(await dataUrl(smaller));
  return true;
}

export function dropPhoto() {
  if (photo?.preview) URL.revokeObjectURL(photo.preview);
  sessionStorage.removeItem(KEY);
  publish(null);
}

async function restore() {
  restored = true;
  const stored = sessionStorage.getItem(KEY);
  if (!stored || photo) return;
  const bytes = Uint8Array.from(atob(stored.slice(stored.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  const file = new Blob([bytes], { type: 'image/jpeg' });
  publish({ file, preview: URL.createObjectURL(file), name: 'photo.jpg' });
}

const dataUrl = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });

function store(url: string) {
  if (url.length > MOST_STORED) return;
  try {
    sessionStorage.setItem(KEY, url);
  } catch {
    // No room: it lives on in memory.
  }
}
