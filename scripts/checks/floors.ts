import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFloors } from '#server/module-floors.ts';

// The floors of the server, the web app and the office, and their section in docs/architecture.md.

type Floors = readonly (readonly string[])[];

/**
 * The rooms of the web app, as floors from the ground up. A room may only import rooms on lower floors.
 * Routes, root and entry files are above all of them.
 */
export const roomFloors: Floors = [
  ['theme', 'page'],
  ['router'],
  ['i18n'],
  ['session'],
  ['ui', 'site'],
  ['drawings'],
  [
    'traffic',
    'likes',
    'language',
    'complaints',
    'support',
    'transparency',
    'login',
    'place',
    'landing-pages',
    'access-tokens',
    'verification',
    'age-check',
    'match-finder',
    'messages',
  ],
  ['notifications', 'static-pages', 'home', 'safety', 'video-calls'],
  ['installed-app'],
  ['photos'],
  ['activity', 'chat', 'profile', 'swipe-game'],
  ['credits'],
  ['members'],
  ['signup'],
  ['layout', 'settings', 'fast'],
  ['errors'],
];

/**
 * The wings of the office, as floors from the ground up. They have the names of the server's modules, except
 * for `pieces`, which all share, and `staff`. Frame, menu, home and routes are above all of them.
 */
export const wingFloors: Floors = [
  ['pieces'],
  [
    'audit',
    'site-settings',
    'texts',
    'webhooks',
    'moderation',
    'payments',
    'figures',
    'experiments',
    'desk',
    'staff',
  ],
  [
    'photos',
    'chat',
    'notifications',
    'landing-pages',
    'static-pages',
    'membership',
    'traffic',
    'support',
    'age-checks',
    'voice',
    'operations',
  ],
];

export function floorFault(floors: Floors, importer: string, target: string): string | null {
  const floorOf = (name: string) => floors.findIndex((floor) => floor.includes(name));
  const [own, other] = [floorOf(importer), floorOf(target)];
  if (other < own) return null;
  return own === other ? `${importer} and ${target} share a floor` : `${importer} stands below ${target}`;
}

const DOCUMENT = join(import.meta.dirname, '../../docs/architecture.md');
const BEGIN =
  '<!-- Generated from server/module-floors.ts by `node scripts/run.mjs scripts/checks/check-layout.ts --write`. -->';
const END = '<!-- End of the generated section. -->';

const floorsSection = (): string =>
  [
    BEGIN,
    '',
    '| floor | modules |',
    '|---|---|',
    ...moduleFloors
      .map((floor, index) => `| ${index + 1} | ${floor.map((name) => `\`${name}\``).join(' ')} |`)
      .toReversed(),
    '',
    END,
  ].join('\n');

function withFloors(document: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(`docs/architecture.md lacks the lines "${BEGIN}" and "${END}".`);
  return document.slice(0, begin) + floorsSection() + document.slice(end + END.length);
}

export function documentFaults(document = readFileSync(DOCUMENT, 'utf8')): string[] {
  const faults: string[] = [];
  if (withFloors(document) !== document)
    faults.push(
      'docs/architecture.md: the floors are stale. Run `node scripts/run.mjs scripts/checks/check-layout.ts --write`.',
    );
  for (const name of moduleFloors.flat())
    if (!document.includes(`| \`${name}\` |`))
      faults.push(`docs/architecture.md: the table of modules lacks \`${name}\`.`);
  return faults;
}

export const writeFloors = (): void => writeFileSync(DOCUMENT, withFloors(readFileSync(DOCUMENT, 'utf8')));
