import display from '@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2?url';
import text from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';

/** The two faces that every first view shows. */
export const fontPreloads = [display, text].map((href) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' as const }));
