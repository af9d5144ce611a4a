import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { StandardPage } from '#contract/lists/standard-pages.ts';
import { staticPage, type PageApp } from './page.ts';

type Answer = CallReply<'searchHelp'>['answers'][number];

const HELP_PAGES: readonly StandardPage[] = ['faq', 'return-policy', 'ban', 'service'];
const USUAL = 6;
const SHOWN = 5;
/** Shorter words, such as articles, are in every answer. */
const SHORTEST = 3;
const IN_TITLE = 3;

/**
 * GET /api/help.php: the sections of the help pages that contain most of the words, in titles first. Without words,
 * the first questions of the FAQ.
 */
export async function helpAnswers(
  app: PageApp,
  { find, language, host }: { find: string; language: Locale; host: string },
): Promise<Answer[]> {
  const pages = await Promise.all(HELP_PAGES.map((token) => staticPage(app, { token, language, host })));
  const words = wordsIn(find).filter((word) => word.length >= SHORTEST);
  const answers = pages.flatMap(({ token, html, sections }) => {
    const bodies = html.split(/<h2 id="s\d+">/).slice(1);
    return sections.map(({ anchor, title }, place) => ({
      page: token,
      anchor,
      title,
      html: (bodies[place] ?? '').replace(/^.*?<\/h2>/s, '').trim(),
    }));
  });
  if (words.length === 0) return answers.slice(0, USUAL);
  const found = words.map((word) => answers.map((answer) => weightOf(answer, word)));
  return answers
    .map((answer, place) => ({ answer, score: scoreAt(found, place) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ answer }) => answer);
}

/** A word counts for less the more answers contain it, so that "can" and "your" decide nothing. */
const scoreAt = (found: readonly number[][], place: number): number =>
  found.reduce(
    (sum, weights) =>
      sum + (weights[place] ?? 0) / Math.max(1, weights.filter((weight) => weight > 0).length),
    0,
  );

function weightOf({ title, html }: Answer, word: string): number {
  const has = (text: string) =>
    wordsIn(text).some(
      (other) => other.startsWith(stemOf(word)) || (other.length > SHORTEST && word.startsWith(other)),
    );
  return (has(title) ? IN_TITLE : 0) + (has(html.replace(/<[^>]*>/g, ' ')) ? 1 : 0);
}

/** Endings differ between a question and its answer: "refunded", "refunds". */
const stemOf = (word: string) => word.slice(0, Math.max(SHORTEST, Math.ceil(word.length * 0.7)));

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
