import { useSyncExternalStore } from 'react';
import { Select } from '#web/ui/field.tsx';
import type { ControlProps } from './control-group.tsx';

const never = () => () => {};
const none: readonly string[] = [];
let known: readonly string[] | undefined;
const zonesOfBrowser = () => (known ??= ['UTC', ...Intl.supportedValuesOf('timeZone')]);

/**
 * A select with the browser's time zones. The server does not list them, because it may know other names, and
 * the page would differ from the browser's.
 */
export function TimeZoneControl({ settingKey, value, label, hint, error, disabled, onChange }: ControlProps) {
  const current = String(value);
  const zones = useSyncExternalStore(never, zonesOfBrowser, () => none);
  const options = [...new Set([current, ...zones])].sort();
  return (
    <Select
      {...{ label, hint, error, disabled }}
      name={settingKey}
      value={current}
      options={options.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
