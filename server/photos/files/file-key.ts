import type { PhotoVariant } from '../process-photo.ts';

export const fileKey = (folder: string, variant: PhotoVariant, format: 'webp' | 'avif') =>
  `${folder}/${variant}.${format}`;
