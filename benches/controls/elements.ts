import { Parser } from 'htmlparser2';
import { createElement, Fragment, type ReactNode } from 'react';
import { itemAt, must } from '#contract/must.ts';

interface Open {
  name: string;
  attributes: Record<string, string>;
  children: ReactNode[];
}

/** Attributes with a different name in React. Those with a dash, `aria-` and `data-` keep theirs. */
const SPELLED: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  'http-equiv': 'httpEquiv',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  minlength: 'minLength',
  autocomplete: 'autoComplete',
  autofocus: 'autoFocus',
  srcset: 'srcSet',
  crossorigin: 'crossOrigin',
  fetchpriority: 'fetchPriority',
  hreflang: 'hrefLang',
  inputmode: 'inputMode',
  enterkeyhint: 'enterKeyHint',
  datetime: 'dateTime',
  nomodule: 'noModule',
  novalidate: 'noValidate',
  readonly: 'readOnly',
  viewbox: 'viewBox',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  'fill-rule': 'fillRule',
  'clip-rule': 'clipRule',
};
const FLAGS = new Set([
  'checked',
  'disabled',
  'hidden',
  'multiple',
  'open',
  'required',
  'selected',
  'autofocus',
  'async',
  'defer',
  'inert',
  'novalidate',
  'readonly',
]);
const RAW = new Set(['script', 'style']);

export function elementsOf(html: string): ReactNode {
  const root: Open = { name: '', attributes: {}, children: [] };
  const open: Open[] = [root];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => void open.push({ name, attributes, children: [] }),
      ontext: (text) => void itemAt(open, -1).children.push(text),
      onclosetag() {
        const done = must(open.pop(), 'open element');
        itemAt(open, -1).children.push(elementOf(done));
      },
    },
    { decodeEntities: true, lowerCaseAttributeNames: true },
  );
  parser.end(html.replace(/^<!doctype html>/i, ''));
  return createElement(Fragment, null, ...root.children);
}

function elementOf({ name, attributes, children }: Open): ReactNode {
  const props: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'style') props['style'] = styleOf(value);
    else if (key === 'value' && name === 'input') props['defaultValue'] = value;
    else if (key === 'checked') props['defaultChecked'] = true;
    else if (key === 'selected') continue;
    else props[SPELLED[key] ?? key] = FLAGS.has(key) ? true : value;
  }
  if (RAW.has(name))
    return createElement(name, { ...props, dangerouslySetInnerHTML: { __html: children.join('') } });
  if (name === 'textarea') return createElement(name, { ...props, defaultValue: children.join('') });
  return createElement(name, props, ...children);
}

function styleOf(text: string): Record<string, string> {
  const rules = text.split(';').filter((rule) => rule.includes(':'));
  return Object.fromEntries(
    rules.map((rule) => {
      const at = rule.indexOf(':');
      const name = rule.slice(0, at).trim();
      return [
        name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
        rule.slice(at + 1).trim(),
      ];
    }),
  );
}
