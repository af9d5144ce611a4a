import { examples } from './examples.ts';
import { templates, typeOf, type TemplateName } from './index.ts';
import { renderMail, type RenderedMail, type RenderOptions } from './render.ts';

export type Scheme = 'day' | 'evening';

export const templateNames = Object.keys(templates) as TemplateName[];
export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(templates, name);
export const exampleCount = (template: TemplateName): number => examples[template].length;

/**
 * Renders one of a template's examples, or returns null if there is no such example. `scheme` forces the
 * light or dark theme, overriding the browser's preference.
 */
export async function previewMail(
  template: TemplateName,
  example: number,
  { scheme, ...options }: Omit<RenderOptions, 'unsubscribeUrl'> & { scheme: Scheme },
): Promise<RenderedMail | null> {
  const props = examples[template][example];
  if (!props) return null;
  const unsubscribeUrl = typeOf(template) === null ? null : `${options.publicUrl}/notifications`;
  const mail = await renderMail(template, props, { ...options, unsubscribeUrl });
  return {
    ...mail,
    html: mail.html.replaceAll(
      '@media (prefers-color-scheme: dark)',
      scheme === 'evening' ? '@media all' : '@media not all',
    ),
  };
}
