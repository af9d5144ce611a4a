/** The slim call table of vite.config.ts: name -> [method, path, selecting query parameter]. */
declare module 'virtual:calls' {
  const calls: Record<string, [method: string, path: string, when?: string]>;
  export default calls;
}

/** The same of the operators' calls. */
declare module 'virtual:operator-calls' {
  const calls: Record<string, [method: string, path: string, when?: string]>;
  export default calls;
}

/** One Tabler icon (the package declares only its index). */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { ComponentType, SVGProps } from 'react';
  const icon: ComponentType<Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number | string; stroke?: number; title?: string }>;
  export default icon;
}
