import MarkdownIt from 'markdown-it';
import { type Locale, localePath } from '#contract/lists/locales.ts';

/** A page's text, taken apart and rendered. */
export interface RenderedPage {
  title: string | null;
  /** The first paragraph before any section, as plain text. */
  intro: string | null;
  html: string;
  sections: { anchor: string; title: string }[];
}

/** Markup of the author's own is text here; links go to addresses only. */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

/**
 * Renders Markdown: the first `#` is the title and leaves the text, each `##` is a section with an anchor (`s1`, `s2`…), paths of
 * this site get the language's prefix.
 */
export function renderPage(source: string, language: Locale): RenderedPage {
  const tokens = markdown.parse(source, {});
  let title: string | null = null;
  const sections: RenderedPage['sections'] = [];
  const kept = [...tokens];
  const first = kept.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1');
  if (first >= 0) {
    title = kept[first + 1]!.content;
    kept.splice(first, 3);
  }
  const intro = kept[0]?.type === 'paragraph_open' ? kept.splice(0, 3)[1]!.content : null;
  for (const [place, token] of kept.entries()) {
    if (token.type === 'heading_open' && token.tag === 'h2') {
      const anchor = `s${sections.length + 1}`;
      token.attrSet('id', anchor);
      sections.push({ anchor, title: plain(kept[place + 1]!.content) });
    }
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? String(child.attrGet('href')) : null;
      if (href?.startsWith('/') && !href.startsWith('//')) child.attrSet('href', localePath(language, href));
    }
    if (token.type === 'table_open') token.attrSet('tabindex', '0');
  }
  return { title: title && plain(title), intro: intro && plain(intro), html: markdown.renderer.render(kept, markdown.options, {}), sections };
}

/** Words without their marks. */
const plain = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\\([\\`*_[\]<>#|~])|[*_`]/g, (_mark, escaped?: string) => escaped ?? '');
