interface RunOptions {
  quick: boolean;
  name: string | null;
  vitestOptions: string[];
}

export function readArguments(args: readonly string[]): RunOptions {
  let quick = false;
  let name: string | null = null;
  const vitestOptions: string[] = [];
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [option, value] = argument.split(/=(.*)/s);
    if (option === '--quick') quick = true;
    else if (option === '-t' || option === '--testNamePattern') name = value ?? rest.shift() ?? '';
    else vitestOptions.push(argument);
  }
  return { quick, name, vitestOptions };
}

export interface TestFile {
  path: string;
  text: string;
}

/**
 * Returns the files whose text matches a test name. A name that is built at run time matches none; callers
 * then run all files.
 */
export function filesWithTest(name: string, files: readonly TestFile[]): string[] {
  const pattern = new RegExp(name);
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

/** Their tests run the shared support, or repeat a step of the build. */
const NOT_QUICK = /^(?:tests|scripts\/build)\//;
const NEEDS_A_SITE = /#support\/|node:child_process/;

/** Returns the files that test code in their own process, without a site, a database or other programs. */
export function filesWithoutDatabase(files: readonly TestFile[]): string[] {
  return files
    .filter(({ path, text }) => !NOT_QUICK.test(path) && !NEEDS_A_SITE.test(text))
    .map(({ path }) => path);
}
