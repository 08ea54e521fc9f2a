import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
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

const isForDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

/**
 * Writes the shipped packages as a bill of materials (CycloneDX 1.5). npm's `--omit dev` would also omit packages that
 * shipped and development packages share, so all are listed and the development ones removed here.
 */
export async function writeSbom(file: string): Promise<void> {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    maxBuffer: 32 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const bom: Bom = JSON.parse(stdout);
  const left = new Set(bom.components.filter(isForDevelopment).map((component) => component['bom-ref']));
  const shipped = {
    ...bom,
    components: bom.components.filter((component) => !left.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) })),
  };
  await writeFile(file, `${JSON.stringify(shipped, null, 2)}\n`);
}
