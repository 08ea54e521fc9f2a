import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shippedAddons } from './shipped-addons.ts';

const root = join(import.meta.dirname, '..');

interface Component {
  name: string;
  'bom-ref': string;
  properties?: { name: string; value: string }[];
}

interface Bom {
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

const developmentMark = 'cdx:npm:package:development';

const isForDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === developmentMark && value === 'true');

/** The shipped packages as `name@version`. */
async function readShipped(): Promise<Set<string>> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean }>;
  };
  const shipped = Object.entries(packages).filter(([, { dev }]) => !dev);
  return new Set(shipped.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`));
}

/**
 * Writes the shipped packages as a bill of materials (CycloneDX 1.5). npm's `--omit dev` would also omit packages that
 * shipped and development packages share, so all are listed and the development ones removed here. Of a version that is there
 * twice npm lists one, which may be that for development.
 */
export async function writeSbom(file: string): Promise<void> {
  const shipped = await readShipped();
  const isLeft = (one: Component): boolean => isForDevelopment(one) && !shipped.has(one['bom-ref']);
  const program = without(await listPackages(root), isLeft);
  const addons = await Promise.all(
    shippedAddons.map(async ({ folder, contains }) =>
      without(await listPackages(folder, '--package-lock-only'), ({ name }) => !contains(name)),
    ),
  );
  const known = new Set(program.components.map((component) => component['bom-ref']));
  for (const { components, dependencies } of addons) {
    const fresh = components.filter((component) => !known.has(component['bom-ref']));
    for (const component of fresh) known.add(component['bom-ref']);
    program.components.push(...fresh);
    const refs = new Set(program.dependencies.map(({ ref }) => ref));
    program.dependencies.push(...dependencies.filter(({ ref }) => !refs.has(ref)));
  }
  await writeFile(file, `${JSON.stringify(program, null, 2)}\n`);
}

async function listPackages(folder: string, ...options: string[]): Promise<Bom> {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx', ...options], {
    cwd: folder,
    maxBuffer: 32 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return JSON.parse(stdout);
}

function without(bom: Bom, isLeft: (component: Component) => boolean): Bom {
  const left = new Set(bom.components.filter(isLeft).map((component) => component['bom-ref']));
  return {
    ...bom,
    components: bom.components
      .filter((component) => !left.has(component['bom-ref']))
      .map((component) => ({
        ...component,
        properties: component.properties?.filter(({ name }) => name !== developmentMark),
      })),
    dependencies: bom.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) })),
  };
}
