import { translatorCode } from '#contract/chat/translator-codes.ts';
import type { Locale } from '#contract/lists/locales.ts';

// The parts of the browser's Translator and LanguageDetector that are used here. TypeScript does not have their types yet.
interface Translator {
  translate(text: string): Promise<string>;
  destroy(): void;
}
interface Detector {
  detect(text: string): Promise<{ detectedLanguage: string; confidence: number }[]>;
  destroy(): void;
}
type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';
interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}
interface Apis {
  Translator: { availability(pair: Pair): Promise<Availability>; create(pair: Pair): Promise<Translator> };
  LanguageDetector: { availability(): Promise<Availability>; create(): Promise<Detector> };
}

const apis = (): Apis | null =>
  'Translator' in globalThis && 'LanguageDetector' in globalThis ? (globalThis as unknown as Apis) : null;

export const hasBrowserTranslator = (): boolean => apis() !== null;

/**
 * Translates on the member's own device. `text` is null if the text is already in the language. The result is null if
 * this browser cannot translate it, or would have to download a model without `mayDownload`.
 */
export async function translateInBrowser(
  text: string,
  locale: Locale,
  mayDownload: boolean,
): Promise<{ text: string | null; from: string } | null> {
  const found = apis();
  if (!found) return null;
  const usable = (state: Availability) => state === 'available' || (mayDownload && state !== 'unavailable');
  if (!usable(await found.LanguageDetector.availability())) return null;
  const from = await languageOf(found, text);
  if (from === null) return null;
  const pair = { sourceLanguage: from, targetLanguage: translatorCode(locale) };
  if (pair.sourceLanguage === pair.targetLanguage) return { text: null, from };
  if (!usable(await found.Translator.availability(pair))) return null;
  const translator = await found.Translator.create(pair);
  try {
    return { text: await translator.translate(text), from };
  } finally {
    translator.destroy();
  }
}

async function languageOf({ LanguageDetector }: Apis, text: string): Promise<string | null> {
  const detector = await LanguageDetector.create();
  try {
    const [first] = await detector.detect(text);
    return first && first.detectedLanguage !== 'und' ? first.detectedLanguage : null;
  } finally {
    detector.destroy();
  }
}
