import italic from './fonts/display-italic.woff2?url';
import display from './fonts/display.woff2?url';
import text from './fonts/text.woff2?url';

/** Faces needed above the fold: text, headings, and the italic of the stressed word and the site's name. */
export const fontPreloads = [text, display, italic].map((href) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href,
  crossOrigin: 'anonymous' as const,
}));
