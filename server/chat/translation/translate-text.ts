import { translatorCode } from '#contract/chat/translator-codes.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';

export interface Translated {
  /** Null if the text is already in the language. */
  text: string | null;
  /** ISO 639 code, null if unknown. */
  from: string | null;
}

/** A translation is rarely twice as long as its original; anything far longer is an error of the service. */
const LONGEST_TIMES = 5;

/**
 * Translates by the operator's own service, which speaks the API of LibreTranslate (docs/operate/translation.md).
 * Throws `translation_off` without a service and `translation_failed` if it gives no translation in time.
 */
export async function translateText(
  { config, log }: Pick<App, 'config' | 'log'>,
  text: string,
  to: Locale,
): Promise<Translated> {
  const service = config.translation;
  if (!service) throw refuse('translation_off');
  try {
    const response = await fetch(new URL('translate', service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        q: text,
        source: 'auto',
        target: to,
        format: 'text',
        ...(service.key && { api_key: service.key }),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(service.timeoutMs),
    });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    return translationIn(await response.json(), text, to);
  } catch (error) {
    // The error of `response.json()` would quote the translated words.
    const reason = error instanceof SyntaxError ? 'the response is not JSON' : (error as Error).message;
    log.warn({ reason }, 'the translation service gave no translation');
    throw refuse('translation_failed');
  }
}

function translationIn(body: unknown, original: string, to: Locale): Translated {
  const { translatedText, detectedLanguage } = (body ?? {}) as {
    translatedText?: unknown;
    detectedLanguage?: { language?: unknown } | null;
  };
  if (typeof translatedText !== 'string' || translatedText.trim() === '')
    throw new Error('the response contains no translation');
  if (translatedText.length > original.length * LONGEST_TIMES + 100)
    throw new Error('the translation is too long');
  const language = detectedLanguage?.language;
  const from = typeof language === 'string' && /^[a-z]{2,3}$/.test(language) ? language : null;
  return { text: from === to || from === translatorCode(to) ? null : translatedText, from };
}
