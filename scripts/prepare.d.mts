export const root: string;
export const nodePackage: string;
export const bundle: string;
export function ensureEverythingBuilt(): Promise<void>;
export function nodePath(): string;
export const memoryVariables: Readonly<
  Record<'MALLOC_ARENA_MAX' | 'MALLOC_MMAP_THRESHOLD_' | 'MALLOC_TRIM_THRESHOLD_' | 'NODE_OPTIONS', string>
>;
export function environment(extra?: Record<string, string>): NodeJS.ProcessEnv;
export function runQuietly(
  args: readonly string[],
  extra?: Record<string, string>,
): Promise<{ status: number; output: string }>;
