import italic from './fonts/display-italic.woff2?url';
import display from './fonts/display.woff2?url';
import text from './fonts/text.woff2?url';

/** The faces that every first view shows: words, headings, and the stressed word and the name of the site in italics. */
export const fontPreloads = [text, display, italic].map((href) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href,
  crossOrigin: 'anonymous' as const,
}));
