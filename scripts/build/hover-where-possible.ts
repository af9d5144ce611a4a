import type { CSSOptions } from 'vite';

type PostcssOptions = Exclude<NonNullable<CSSOptions['postcss']>, string>;
type PostcssPlugin = NonNullable<PostcssOptions['plugins']>[number];

const HOVER = ':hover';

/**
 * Limits rules for `:hover` to devices with a pointer that hovers. Elsewhere browsers keep the state after a tap,
 * so that a pressed button stays dark. A rule for `:hover` and other selectors is split.
 */
export const hoverWherePossible: PostcssPlugin = {
  postcssPlugin: 'hover-where-possible',
  Once(root, { AtRule }) {
    const limited = new Set<unknown>();
    root.walkAtRules('media', (media) => {
      if (media.params.includes('(hover')) media.walkRules((rule) => void limited.add(rule));
    });
    root.walkRules((rule) => {
      if (!rule.selector.includes(HOVER) || limited.has(rule)) return;
      const hovered = rule.clone({ selectors: rule.selectors.filter((one) => one.includes(HOVER)) });
      const others = rule.selectors.filter((one) => !one.includes(HOVER));
      const media = new AtRule({ name: 'media', params: '(hover: hover)' });
      limited.add(hovered);
      media.append(hovered);
      rule.after(media);
      if (others.length > 0) rule.selectors = others;
      else rule.remove();
    });
  },
};
