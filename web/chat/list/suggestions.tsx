import type { Suggestion } from '#contract/chat/gifts.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { useIcebreakers } from '#web/chat/composer/use-icebreakers.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './suggestions.module.css';

/** The part of an answer that a suggestion quotes. */
const QUOTED = 90;

interface SuggestionsProps {
  profile: ProfileCard;
  onChoose: (line: string) => void;
}

/** First messages drawn from what the other says about themselves. Choosing one only fills the composer. */
export default function Suggestions({ profile, onChoose }: SuggestionsProps) {
  const { t } = useTranslation('chat');
  const { data } = useIcebreakers(profile.id);
  if (!data?.fitting.length) return null;
  const suggestions = data.fitting.map((suggestion) => ({ ...suggestion, line: lineOf(suggestion) }));

  function lineOf({ from, id, text }: Suggestion): string {
    if (from === 'answer') return t('suggestions.answer', { answer: excerptOf(text ?? '') });
    return text ?? t(`suggestions.intentions.${id}`);
  }
  const choose = (line: string) => {
    const field = document.querySelector<HTMLTextAreaElement>('[data-composer] textarea');
    const typed = field?.value.trim() ?? '';
    // What the member typed stays.
    const isOwn = typed !== '' && suggestions.every((other) => other.line !== typed);
    onChoose(isOwn ? `${typed} ${line}` : line);
    field?.focus();
  };
  return (
    <section className={styles['suggestions']} aria-labelledby="suggestions-title">
      <h3 id="suggestions-title">{t('suggestions.title')}</h3>
      <ul>
        {suggestions.map(({ from, id, line }) => (
          <li key={`${from} ${id}`}>
            <button type="button" onClick={() => choose(line)}>
              <small>{t(`suggestions.from.${from}`)}</small>
              <span>{line}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function excerptOf(answer: string): string {
  // The template has the full stop, after the quotation mark.
  const words = answer.replace(/\s+/gu, ' ').trim().replace(/\.$/u, '');
  return words.length <= QUOTED
    ? words
    : `${words.slice(0, words.lastIndexOf(' ', QUOTED) + 1 || QUOTED).trim()}…`;
}
