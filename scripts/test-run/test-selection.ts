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
