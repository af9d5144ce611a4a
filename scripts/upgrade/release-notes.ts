// `node scripts/upgrade/release-notes.ts v1.0.0` prints what CHANGELOG.md says about a version, for the workflow that
// publishes a release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Section {
  version: string;
  body: string;
}

/** Kinds of changes that an operator has to know before an upgrade. */
const MATTER_BEFORE_UPGRADES = ['Changed', 'Deprecated', 'Removed'];

/** Everything that a changelog says about a version, as Markdown. Throws if it has no section for it. */
export function notesOf(changelog: string, version: string): string {
  const found = sectionsOf(changelog).find((section) => section.version === version);
  if (!found) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return found.body;
}

/**
 * What changed for operators after the installed version, newest first: `Changed`, `Deprecated` and `Removed` of each
 * later section. Of a changelog that does not know the installed version, only the newest section with entries
 * counts. Empty if nothing changed.
 */
export function upgradeNotes(changelog: string, installed: string): string {
  const sections = sectionsOf(changelog).filter(({ body }) => body !== '');
  const known = sections.findIndex(({ version }) => version === installed);
  return sections
    .slice(0, known < 0 ? 1 : known)
    .flatMap(({ version, body }) => {
      const kept = body
        .split(/^(?=### )/m)
        .filter((part) => MATTER_BEFORE_UPGRADES.includes(/^### (\w+)/.exec(part)?.[1] ?? ''));
      return kept.length > 0 ? [`## ${version}\n\n${kept.join('').trim()}`] : [];
    })
    .join('\n\n');
}

function sectionsOf(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => ({
      version: /^\[([^\]]+)\]/.exec(text)?.[1] ?? '',
      body: text.slice(text.indexOf('\n')).trim(),
    }));
}

if (import.meta.main) {
  const version = (process.argv[2] ?? '').replace(/^v/, '');
  console.log(notesOf(readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'), version));
}
