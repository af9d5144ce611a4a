import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nextProvider } from '#web/i18n/translate.tsx';
import { createTranslator, textsFrom } from '#web/i18n/translator.ts';
import { type PageFacts, PageProvider } from '#web/page/page.tsx';
import { settingsQuery } from '#web/session/queries.ts';
import { KindLabel } from './kind-label.tsx';

function labelOf(kind: 'member' | 'fictional', fictional_icon: string): string {
  const queries = new QueryClient();
  queries.setQueryData(settingsQuery('liaison.example').queryKey, {
    fictional_icon,
    fictional_singular: 'Drawn',
  } as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <PageProvider value={{ host: 'liaison.example' } as PageFacts}>
        <I18nextProvider i18n={createTranslator('en', textsFrom({ common: {} }))}>
          <KindLabel profile={{ kind }} />
        </I18nextProvider>
      </PageProvider>
    </QueryClientProvider>,
  );
}

test("labels a fictional profile with the site's word and icon, and does not label a member", () => {
  const [sparkles, masks, none] = ['sparkles', 'masks', 'something else'].map((icon) =>
    labelOf('fictional', icon),
  );
  for (const label of [sparkles, masks, none]) expect(label).toContain('Drawn');
  expect(sparkles).toContain('<svg');
  expect(masks).toContain('<svg');
  expect(masks).not.toBe(sparkles);
  expect(none).not.toContain('<svg');
  expect(labelOf('member', 'sparkles')).toBe('');
});
