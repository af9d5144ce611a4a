/** Returned or thrown by the `load` of a screen that leads elsewhere. */
export class Redirect {
  /** A path of the site without the locale's prefix. */
  path: string;

  constructor(path: string) {
    this.path = path;
  }
}

export const redirect = (path: string) => new Redirect(path);
