import type { ReactNode, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke' | 'children'> {
  size?: number;
  stroke?: number;
}

export type Icon = (props: IconProps) => ReactNode;

// Shapes are markup instead of elements, because a page shows more than a hundred icons: React would render and
// hydrate them shape by shape. They come from `scripts/build/icon-modules.ts`, never from data.

export function lineIcon(shapes: string): Icon {
  const inner = { __html: shapes };
  return ({ size = 24, stroke = 2, ...rest }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={inner}
    />
  );
}

export function filledIcon(shapes: string): Icon {
  const inner = { __html: shapes };
  return ({ size = 24, stroke: _stroke, ...rest }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      {...rest}
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={inner}
    />
  );
}
