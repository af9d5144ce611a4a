import 'react';

/** Allows CSS variables in `style`. */
declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
