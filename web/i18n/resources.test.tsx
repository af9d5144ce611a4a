import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { translations, type Words, wordsFor } from './resources.server.ts';
import { I18nextProvider, useTranslation } from './translate.tsx';

test("finds the office's texts as well as the members'", () => {
  expect(translations('nl', 'office/frame')).toMatchObject({ menu: { desk: expect.any(String) } });
  expect(translations('nl', 'office/nothing')).toBeNull();
});

test('falls back to English if a language lacks a file of the office', () => {
  expect(translations('without-office', 'office/desk')).toEqual(translations('en', 'office/desk'));
});

test('reads no files outside the folder of texts', () => {
  expect(translations('nl', '../../package')).toBeNull();
  expect(translations('../locales/nl', 'office/frame')).toEqual(translations('en', 'office/frame'));
});

function Refusal() {
  const { t } = useTranslation('photos');
  return t('reasons.explicit');
}

const render = ({ translator }: Words) =>
  renderToString(
    <I18nextProvider i18n={translator}>
      <Refusal />
    </I18nextProvider>,
  );

const handedOver = ({ json }: Words): Record<string, object> =>
  JSON.parse(`{${Buffer.from(json().join()).toString()}}`);

test('hands over texts that a page uses although its screens did not announce them', () => {
  const words = wordsFor('nl', ['common']);
  expect(render(words)).toBe('Te expliciet');
  expect(Object.keys(handedOver(words))).toEqual(['common', 'photos']);
  expect(Object.keys(handedOver(wordsFor('nl', ['common'])))).toEqual(['common']);
});

test('renders and hands over the words of an experiment', () => {
  const words = wordsFor('nl', ['common'], { 'photos:reasons.explicit': 'Te bloot' });
  expect(render(words)).toBe('Te bloot');
  expect(handedOver(words)).toMatchObject({ photos: { reasons: { explicit: 'Te bloot' } } });
});
