/** The package as it is shipped and installed: lock file, pins, published files, and the versions of Node that it runs on. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The parts of package.json that are looked at here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

describe('the lock file', () => {
  it('names no host, so that any registry serves', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Record<string, unknown>> };
    // Addresses of funding pages are the packages' own text and are never fetched.
    const fields = Object.values(lock.packages).flatMap((entry) => Object.entries(entry).filter(([field]) => field !== 'funding'));
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.filter(([field, value]) => field === 'resolved' || JSON.stringify(value).includes('://'))).toEqual([]);
  });

  it('is of this version of the package', () => {
    const { name, version, packages } = JSON.parse(read('package-lock.json')) as { name: string; version: string; packages: Record<string, Partial<Manifest>> };
    expect({ name, version }).toEqual({ name: manifest.name, version: manifest.version });
    const { dependencies, optionalDependencies, devDependencies } = packages[''] ?? {};
    expect({ dependencies, optionalDependencies, devDependencies }).toEqual({
      dependencies: manifest.dependencies,
      optionalDependencies: manifest.optionalDependencies,
      devDependencies: manifest.devDependencies,
    });
  });
});

describe('the manifest', () => {
  it('pins every dependency exactly', () => {
    const all = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('lists and exports only what is there after a build', () => {
    const exported = Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? [target] : [target.types, target.default]));
    const named = [...manifest.files, ...Object.values(manifest.bin), ...exported.map((path) => path.replace(/\/\*$/, ''))];
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('publishes what it names, and neither sources nor tests', () => {
    const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files }] = JSON.parse(listing) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    for (const path of [...Object.values(manifest.bin), 'LICENSE', 'NOTICE', 'package.json']) expect(paths).toContain(path);
    expect(paths.filter((path) => /^(src|test|bench|\.ci)\//.test(path))).toEqual([]);
  });
});

describe('versions of Node', () => {
  const bin = join(root, manifest.bin['disagg-sim'] ?? '');

  /** Runs the command as if this were the version of Node that runs it. */
  function runOn(version: string) {
    const disguise = `Object.defineProperty(process, 'version', { value: 'v${version}' });
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
    return spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, bin, '--version'], { encoding: 'utf8' });
  }

  it('are those of the manifest', () => {
    expect(manifest.engines.node).toBe('^20.19 || ^22.12 || >=24');
  });

  it.each(['18.20.4', '20.18.3', '21.7.0', '22.11.0', '23.9.0'])('%s is refused with a plain message that names them', (version) => {
    const { status, stdout, stderr } = runOn(version);
    for (const named of [...(manifest.engines.node.match(/\d+(\.\d+)?/g) ?? []), version]) expect(stderr).toContain(named);
    expect(stderr).not.toContain('    at ');
    expect(stdout).toBe('');
    expect(status).not.toBe(0);
  });

  it.each(['20.19.0', '22.12.0', '24.0.0', '25.1.0'])('%s is accepted', (version) => {
    expect(runOn(version)).toMatchObject({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });
});
