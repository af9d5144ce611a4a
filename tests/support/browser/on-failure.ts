import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

// If a browser test fails, the visible text of its pages is appended to the error. For a run on another
// machine that is the only evidence.

const MOST_CHARACTERS = 700;
const MOST_COMPLAINTS = 12;

afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined;
  if (!error || openPages.size === 0) return;
  const shown = await Promise.all([...openPages].map(([page, complaints]) => describePage(page, complaints)));
  error.message += `\n\nOpen pages:\n${shown.join('\n')}`;
});

async function describePage(page: Page, complaints: string[]): Promise<string> {
  const look = page.evaluate(() => {
    const shown =
      document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector('main') ?? document.body;
    const { activeElement: focused } = document;
    return {
      text: shown.innerText.replace(/\s+/g, ' '),
      focused:
        focused &&
        `${focused.tagName.toLowerCase()} ${focused.id || focused.getAttribute('name') || focused.textContent?.slice(0, 40) || ''}`,
    };
  });
  const late = new Promise<null>((resolve) => setTimeout(resolve, 10_000, null));
  const seen = await Promise.race([look, late]).catch(() => null);
  return [
    `- ${page.url()}`,
    seen ? `  text: ${seen.text.slice(0, MOST_CHARACTERS)}` : '  it does not answer',
    ...(seen ? [`  focus: ${seen.focused}`] : []),
    ...complaints.slice(-MOST_COMPLAINTS).map((complaint) => `  ${complaint}`),
  ].join('\n');
}
