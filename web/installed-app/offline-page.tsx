import { renderToStaticMarkup } from 'react-dom/server';
import { translations } from '#web/i18n/resources.server.ts';
import { settingsIn } from '#web/session/screen-data.ts';
import { fileOf, type SiteFile } from '#web/site/site-file.ts';
import { accentOf } from '#web/theme/accents.ts';
import { offlineParts } from './offline-parts.ts';

export const offlinePage: SiteFile = ({ queries, locale }) => {
  const { name, accent } = settingsIn(queries);
  const texts = translations(locale, 'offline') as Record<string, string>;
  const titleOf = (heading = '') => `${heading} · ${name}`;
  const html = renderToStaticMarkup(
    <html lang={locale} style={accentOf(accent)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>{titleOf(texts['unreachable_title'])}</title>
        <link rel="stylesheet" href={offlineParts.tokens} />
        <link rel="stylesheet" href={offlineParts.styles} />
      </head>
      <body>
        <main>
          <p className="brand">{name}</p>
          {/* The script shows the first one instead if the device has no network. */}
          <div data-cause="offline" data-title={titleOf(texts['title'])} hidden>
            <h1>{texts['title']}</h1>
            <p>{texts['text']}</p>
          </div>
          <div data-cause="unreachable" data-title={titleOf(texts['unreachable_title'])}>
            <h1>{texts['unreachable_title']}</h1>
            <p>{texts['unreachable_text']}</p>
          </div>
          <button type="button">{texts['again']}</button>
          <section
            data-conversations=""
            data-you={texts['you']}
            data-image={texts['image']}
            data-gift={texts['gift']}
            data-deleted={texts['deleted']}
            hidden
          >
            <h2>{texts['conversations']}</h2>
          </section>
        </main>
        <script type="module" src={offlineParts.script} />
      </body>
    </html>,
  );
  return fileOf('text/html; charset=utf-8', `<!doctype html>${html}`);
};
