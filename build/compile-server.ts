import { cpSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** What the server and the shell are compiled with. */
export const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Packages that are not bundled: native modules, and those that read their own files. Everything else is bundled, which
 * makes the program a third of the size. `electron-builder.yml` packs these and their dependencies.
 */
const unbundled = ['better-sqlite3', 'pdf-parse', 'pdfjs-dist', 'sharp', 'sqlite-vec', 'tesseract.js'];

/** CommonJS packages load Node's modules with `require`, which ES modules lack. */
const requireBanner =
  "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);";

/**
 * Leaves out what the schema library says in dozens of languages, which every program would load: the server says
 * everything itself, see `platform/text/schema-faults.ts`.
 */
const withoutSchemaLanguages: Plugin = {
  name: 'without-schema-languages',
  setup(build) {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' }));
  },
};

/** The server's entry points: the server, the command line, and every worker thread or child process. */
function findPrograms(): string[] {
  const programs = ['server/main.ts', 'server/cli.ts', ...globSync('server/**/*worker.ts', { cwd: root })];
  const names = programs.map((file) => basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two programs are named ${twice}: they would overwrite each other`);
  return programs;
}

/**
 * Compiles the server's programs into `outdir`, flat, so that what a module starts is next to it there too. Returns the
 * names of the files it wrote.
 */
export async function compileServer(outdir: string): Promise<Set<string>> {
  const { metafile } = await build({
    ...common,
    entryPoints: findPrograms(),
    outdir,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    splitting: true,
    // Identifiers stay: logs contain names of classes and functions, and keeping those of renamed ones at run time
    // takes 5 MiB more.
    minifyWhitespace: true,
    minifySyntax: true,
    external: unbundled,
    banner: { js: requireBanner },
    plugins: [withoutSchemaLanguages],
    metafile: true,
  });
  // Read when it is first needed; see `read-lexicon.ts`.
  cpSync(join(root, 'server/areas/knowledge/language/lexicon'), join(outdir, 'lexicon'), { recursive: true });
  // Read when the API document is first built; see `openapi/guides.ts`.
  cpSync(join(root, 'server/http/openapi/guides'), join(outdir, 'guides'), { recursive: true });
  // Read when the API document is first built; see `openapi/examples.ts`.
  cpSync(join(root, 'server/http/openapi/examples'), join(outdir, 'examples'), { recursive: true });
  return new Set(Object.keys(metafile.outputs).map((file) => basename(file)));
}
