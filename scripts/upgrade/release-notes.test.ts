import { expect, test } from 'vitest';
import { notesOf, upgradeNotes } from './release-notes.ts';

const changelog = `# Changelog

## [Unreleased]

### Added

- Something new.

### Removed

- The old address.

## [1.1.0] - 2026-12-01

### Fixed

- A typo.

## [1.0.0] - 2026-11-24

### Changed

- Sites belong to pools.
`;

test('prints one version for its release', () => {
  expect(notesOf(changelog, '1.1.0')).toBe('### Fixed\n\n- A typo.');
  expect(() => notesOf(changelog, '2.0.0')).toThrow('CHANGELOG.md has no section for 2.0.0.');
});

test('lists what changed for operators since the installed version', () => {
  expect(upgradeNotes(changelog, '1.0.0')).toBe('## Unreleased\n\n### Removed\n\n- The old address.');
  expect(upgradeNotes(changelog, '1.1.0')).toBe(upgradeNotes(changelog, '1.0.0'));
  expect(upgradeNotes(changelog, '0.9.0')).toBe(upgradeNotes(changelog, '1.0.0'));
  const released = changelog.replace(/## \[Unreleased\][\s\S]*?(?=## \[1\.1)/, '## [Unreleased]\n\n');
  expect(upgradeNotes(released.replace('### Fixed', '### Changed'), '0.9.0')).toBe(
    '## 1.1.0\n\n### Changed\n\n- A typo.',
  );
  expect(upgradeNotes(changelog.replace('## [Unreleased]', '## [1.2.0]'), '1.2.0')).toBe('');
});
