import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

interface Component {
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
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    maxBuffer: 32 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const bom: Bom = JSON.parse(stdout);
  const known = await readShipped();
  const refs = bom.components.filter(isForDevelopment).map((component) => component['bom-ref']);
  const left = new Set(refs.filter((ref) => !known.has(ref)));
  const shipped = {
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
  await writeFile(file, `${JSON.stringify(shipped, null, 2)}\n`);
}
