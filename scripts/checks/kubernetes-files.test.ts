import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { must } from '#contract/must.ts';

// docs/operate/kubernetes against the types of the Kubernetes API, the variables of the site, and itself.

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/operate/kubernetes');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name?: string; labels?: Record<string, string> };
  spec?: Record<string, any>;
  data?: Record<string, string>;
}

const files = readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml');
const manifests = files.flatMap((name) =>
  // Throws for invalid YAML.
  parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8')).map((document) => document.toJS() as Manifest),
);
const podSpecs = manifests.flatMap(({ spec }) => (spec?.['template'] ? [spec['template']] : []));
const named = (kind: string, name: string) =>
  must(
    manifests.find((one) => one.kind === kind && one.metadata.name === name),
    `${kind} ${name}`,
  );

/** The compiler also finds misspelt and misplaced fields, which a cluster would silently drop. */
test('every manifest has the fields and types of the Kubernetes API', () => {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.kubernetes-'));
  try {
    const lines = manifests.map((manifest, index) => {
      const module = `kubernetes-types/${manifest.apiVersion.replace('.k8s.io', '').replace(/^v1$/, 'core/v1')}`;
      return `import type { ${manifest.kind} as T${index} } from '${module}';\nexport const m${index}: T${index} = ${JSON.stringify(manifest)};`;
    });
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const checked = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      [
        '--noEmit',
        '--strict',
        '--ignoreConfig',
        '--module',
        'preserve',
        '--skipLibCheck',
        '--types',
        '',
        file,
      ],
      { encoding: 'utf8' },
    );
    expect(checked.stdout + checked.stderr).toBe('');
    expect(checked.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('every file is applied, except the migration, which goes first', () => {
  const applied = parseAllDocuments(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'))[0]!.toJS() as {
    resources: string[];
    images: { newName: string; newTag: string }[];
  };
  expect([...applied.resources, 'migrate.yaml'].sort()).toEqual([...files].sort());
  const [image] = applied.images;
  const migration = manifests.find(({ kind }) => kind === 'Job');
  expect(migration?.spec?.['template'].spec.containers[0].image).toBe(`${image?.newName}:${image?.newTag}`);
});

test('selectors, ports, volumes and targets name what exists', () => {
  const labelled = (labels: Record<string, string>) =>
    podSpecs.filter(({ metadata }) =>
      Object.entries(labels).every(([key, value]) => metadata.labels[key] === value),
    );
  for (const { kind, metadata, spec } of manifests) {
    const selector = kind === 'Service' ? spec?.['selector'] : spec?.['selector']?.matchLabels;
    if (selector) expect([metadata.name, labelled(selector).length]).toEqual([metadata.name, 1]);
  }
  const service = named('Service', 'liaison');
  const [web] = labelled(service.spec?.['selector']);
  const ports = web.spec.containers[0].ports.map(({ name }: { name: string }) => name);
  expect(ports).toContain(service.spec?.['ports'][0].targetPort);
  const ingress = named('Ingress', 'liaison').spec?.['rules'][0].http.paths[0].backend.service;
  expect(ingress).toEqual({ name: 'liaison', port: { name: service.spec?.['ports'][0].name } });
  const scaled = named('HorizontalPodAutoscaler', 'liaison-web').spec?.['scaleTargetRef'];
  // Replicas in the Deployment would undo the autoscaler's with every release.
  expect(named(scaled.kind, scaled.name).spec).not.toHaveProperty('replicas');
  for (const { spec } of podSpecs) {
    const volumes = spec.volumes.map((volume: { name: string }) => volume.name);
    for (const container of spec.containers)
      for (const mount of container.volumeMounts) expect(volumes).toContain(mount.name);
  }
});

test('pods run without privileges, on a file system that they cannot change', () => {
  expect(podSpecs).toHaveLength(3);
  for (const { spec } of podSpecs) {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(spec.automountServiceAccountToken).toBe(false);
    for (const container of spec.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits.memory).toMatch(/i$/);
    }
  }
});

test('the settings are variables that README.md explains, and none of them is a secret', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const names = Object.keys(named('ConfigMap', 'liaison').data ?? {});
  for (const name of names) {
    expect(readme).toContain(`\`${name}\``);
    expect(name).not.toMatch(/SECRET|KEY|PASSWORD|TOKEN|_URL$(?<!PUBLIC_URL)/);
  }
});

test('a pod has more time to end than the site needs', () => {
  const web = named('Deployment', 'liaison-web').spec?.['template'].spec;
  const pause = web.containers[0].lifecycle.preStop.sleep.seconds;
  const lifecycle = readFileSync(join(ROOT, 'server/lifecycle.ts'), 'utf8');
  const seconds = Number(/STOP_MS = ([\d_]+)/.exec(lifecycle)?.[1]?.replaceAll('_', '')) / 1000;
  expect(web.terminationGracePeriodSeconds).toBeGreaterThan(pause + seconds);
});
