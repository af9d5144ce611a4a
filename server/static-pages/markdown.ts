import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import { type Locale, localePath } from '#contract/lists/locales.ts';

export interface RenderedPage {
  title: string | null;
  intro: string | null;
  html: string;
  sections: { anchor: string; title: string }[];
}

/** HTML in the source is escaped. */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
type Token = ReturnType<typeof markdown.parse>[number];

/**
 * Renders Markdown. The first `#` heading becomes the title and is removed from the text, each `##` heading
 * starts a section with an anchor (`s1`, `s2`…), and links within the site get the language's prefix.
 */
export function renderPage(source: string, language: Locale): RenderedPage {
  const tokens = markdown.parse(source, {});
  const title = takeTitle(tokens);
  const intro = tokens[0]?.type === 'paragraph_open' ? (tokens.splice(0, 3)[1]?.content ?? null) : null;
  const sections = anchorSections(tokens);
  for (const token of tokens) {
    prefixLinks(token, language);
    if (token.type === 'table_open') token.attrSet('tabindex', '0');
  }
  return {
    title: title && plain(title),
    intro: intro && plain(intro),
    html: markdown.renderer.render(tokens, markdown.options, {}),
    sections,
  };
}

function takeTitle(tokens: Token[]): string | null {
  const first = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1');
  return first < 0 ? null : (tokens.splice(first, 3)[1]?.content ?? null);
}

function anchorSections(tokens: readonly Token[]): RenderedPage['sections'] {
  const sections: RenderedPage['sections'] = [];
  for (const [place, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.tag !== 'h2') continue;
    const anchor = `s${sections.length + 1}`;
    token.attrSet('id', anchor);
    sections.push({ anchor, title: plain(tokens[place + 1]?.content ?? '') });
  }
  return sections;
}

function prefixLinks(token: Token, language: Locale): void {
  for (const child of token.children ?? []) {
    const href = child.type === 'link_open' ? String(child.attrGet('href')) : null;
    if (href?.startsWith('/') && !href.startsWith('//')) child.attrSet('href', localePath(language, href));
  }
}

/** The key contains the source's hash, so an edited page is rendered again. */
const rendered = new LRUCache<string, RenderedPage>({ max: 500 });

/** Like `renderPage`, but cached: pages are public, and their calls have no rate limit. */
export function renderOnce(source: string, language: Locale): RenderedPage {
  const key = `${language} ${createHash('sha256').update(source).digest('base64url')}`;
  const page = rendered.get(key) ?? renderPage(source, language);
  rendered.set(key, page);
  return page;
}

/** Removes markup. No two alternatives of the pattern match the same character, which keeps it linear. */
const plain = (text: string) =>
  text
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\\([\\`*_[\]<>#|~])|[*_`]/g, (_mark, escaped?: string) => escaped ?? '');
