// The upgrade command of releases before `scripts/commands` starts this path of the new release.
import './commands/migrate.ts';
