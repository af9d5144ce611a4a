import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos/photo.ts';
import { userQuery } from '#web/session/queries.ts';
import { uploadPhoto } from './upload-photo.ts';

export interface Upload {
  id: string;
  file: Blob;
  preview: string;
  private: boolean;
  progress: number;
  error: unknown;
  /** The ID of the stored photo. */
  photo: number | null;
}

/** Uploads to the member's profile. Failed ones stay, so that the member can retry or remove them. */
export function useUploads(photos: readonly Photo[]) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const change = (id: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const remove = (id: string) => {
    aborts.current.get(id)?.abort();
    aborts.current.delete(id);
    setUploads((all) => {
      const gone = all.find((upload) => upload.id === id);
      if (gone) URL.revokeObjectURL(gone.preview);
      return all.filter((upload) => upload.id !== id);
    });
  };

  const run = async (upload: Upload) => {
    const abort = new AbortController();
    aborts.current.set(upload.id, abort);
    try {
      const { id: photo } = await uploadPhoto({
        file: upload.file,
        private: upload.private,
        clientId: upload.id,
        signal: abort.signal,
        onProgress: (progress) => change(upload.id, { progress }),
      });
      change(upload.id, { photo });
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
      remove(upload.id);
    } catch (error) {
      if (!abort.signal.aborted) change(upload.id, { error });
    }
  };

  return {
    /** Without those that are in the profile by now. */
    uploads: uploads.filter((upload) => !photos.some(({ id }) => id === upload.photo)),
    /** Uploads a photo. It stays in `uploads` until it is in the profile. */
    start(file: Blob, hidden = false) {
      const upload: Upload = {
        id: crypto.randomUUID(),
        file,
        preview: URL.createObjectURL(file),
        private: hidden,
        progress: 0,
        error: null,
        photo: null,
      };
      setUploads((all) => [...all, upload]);
      void run(upload);
    },
    retry(id: string) {
      const upload = uploads.find((one) => one.id === id);
      if (!upload) return;
      change(id, { error: null, progress: 0 });
      void run(upload);
    },
    remove,
  };
}
