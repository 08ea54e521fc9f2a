import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const program = globSync('{server,electron,renderer,migrations,build/client/package}/**/*.{js,ts,tsx}', { cwd: root });
const others = globSync('{test,build}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/{generated,built}'],
});
const everything = [...program, ...others];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** The imports between our own files. */
const imports: Import[] = program.flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8');
  const found = [
    ...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm),
    ...text.matchAll(/\bimport(\s)?\('(\.[^']+)'\)/g),
  ];
  return found.map((match) => ({
    from,
    to: relative(root, join(root, dirname(from), match[2] as string)),
    typeOnly: match[1]?.startsWith('type') ?? false,
  }));
});

/** Who may import whom: the first room that a file belongs to decides. `=` stands for the file's own area. */
const rooms: { name: string; files: RegExp; mayImport: RegExp[]; typesOnly?: RegExp[] }[] = [
  {
    name: 'launcher',
    files: /^server\/(launch\/|cli\.js$)/,
    mayImport: [/^server\/launch\//, /^server\/cli\.ts$/],
  },
  {
    name: 'shell',
    files: /^electron\//,
    mayImport: [/^electron\//, /^server\/shell-protocol\.ts$/, /^server\/launch\/(node-options|restart-policy)\.js$/],
  },
  {
    name: 'console',
    files: /^renderer\//,
    mayImport: [/^renderer\//],
    // What is only the owner's is typed from the operations themselves.
    typesOnly: [/^server\/areas\/index\.ts$/, /^build\/client\/package\/generated\//],
  },
  { name: 'client', files: /^build\/client\/package\//, mayImport: [/^build\/client\/package\//] },
  {
    name: 'entry',
    files: /^server\/(main|cli|serve-shell|shell-link)\.ts$|^server\/cli\//,
    mayImport: [
      /^server\/(app|config|owner-error|version|serve-shell|shell-link|shell-protocol)\.ts$/,
      /^server\/areas\/(index|events)\.ts$/,
      /^server\/cli\//,
      /^server\/platform\//,
    ],
    typesOnly: [/^server\/http\/area\.ts$/],
  },
  {
    name: 'app',
    files: /^server\/app\.ts$/,
    mayImport: [
      /^server\/areas\/(index|events)\.ts$/,
      /^server\/http\//,
      /^server\/platform\//,
      /^server\/(config|version)\.ts$/,
    ],
  },
  {
    name: 'constants',
    files: /^server\/(config|owner-error|version|shell-protocol)\.ts$/,
    mayImport: [/^server\/owner-error\.ts$/],
  },
  {
    name: 'list of areas',
    files: /^server\/areas\/index\.ts$/,
    mayImport: [/^server\/areas\/[\w-]+\/index\.ts$/],
    typesOnly: [/^server\/http\/area\.ts$/],
  },
  {
    name: 'list of events',
    files: /^server\/areas\/events\.ts$/,
    mayImport: [/^server\/areas\/[\w-]+\/events\.ts$/, /^server\/platform\/access\/events\.ts$/],
    typesOnly: [/^server\/platform\/work\/define-event\.ts$/],
  },
  {
    name: 'shapes of an area',
    files: /^server\/areas\/[\w-]+\/(?:[\w-]+\/)*(?:[\w-]+\.)?(?:schemas|events)\.ts$/,
    mayImport: [
      /^server\/http\//,
      /^server\/platform\//,
      /^server\/areas\/(events|event-story)\.ts$/,
      /^server\/areas\/[\w-]+\/(?:[\w-]+\/)*(?:[\w-]+\.)?schemas\.ts$/,
    ],
  },
  {
    name: 'QR client process',
    files: /^server\/areas\/qr\/(protocol\.ts|client\/)/,
    mayImport: [/^server\/platform\//, /^server\/areas\/[\w-]+\/(?:[\w-]+\/)*(?:[\w-]+\.)?schemas\.ts$/],
    // It has no database and needs none.
    typesOnly: [/^server\/areas\/[\w-]+\/index\.ts$/],
  },
  { name: 'story of the example events', files: /^server\/areas\/event-story\.ts$/, mayImport: [] },
  {
    name: 'area',
    files: /^server\/areas\//,
    mayImport: [
      /^server\/http\//,
      /^server\/platform\//,
      /^server\/version\.ts$/,
      /^server\/areas\/(events|event-story)\.ts$/,
      /^server\/areas\/[\w-]+\/index\.ts$/,
    ],
  },
  {
    name: 'http',
    files: /^server\/http\//,
    mayImport: [/^server\/http\//, /^server\/platform\//],
    typesOnly: [/^server\/config\.ts$/],
  },
  {
    name: 'platform',
    files: /^server\/platform\//,
    mayImport: [
      /^server\/platform\//,
      /^server\/(config|owner-error|version|shell-protocol)\.ts$/,
      /^migrations\/index\.ts$/,
    ],
    typesOnly: [/^migrations\/migration\.ts$/],
  },
  {
    name: 'migrations',
    files: /^migrations\//,
    mayImport: [/^migrations\//],
    typesOnly: [/^server\/platform\/database\/database\.ts$/],
  },
];

/** `server/areas/library/` for a file of that area. */
const areaOf = (file: string): string | undefined => /^server\/areas\/[\w-]+\//.exec(file)?.[0];

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const room = rooms.find((candidate) => candidate.files.test(from));
  if (!room) return false;
  const ownArea = areaOf(from);
  if (ownArea && to.startsWith(ownArea)) return true;
  const allowed = typeOnly ? [...room.mayImport, ...(room.typesOnly ?? [])] : room.mayImport;
  return allowed.some((pattern) => pattern.test(to));
}

test('every file of the program belongs to a room', () => {
  expect(program.filter((file) => !rooms.some((room) => room.files.test(file)))).toEqual([]);
  expect(imports.length).toBeGreaterThan(100);
});

test('a file imports only from the rooms that its own may import from', () => {
  expect(imports.filter((edge) => !isAllowed(edge)).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('no modules import each other in a circle at run time', () => {
  const graph = Map.groupBy(
    imports.filter((edge) => !edge.typeOnly),
    (edge) => edge.from,
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
    if (trail.includes(file) || done.has(file)) return;
    for (const edge of graph.get(file) ?? []) visit(edge.to, [...trail, file]);
    done.add(file);
  };
  for (const file of program) visit(file, []);
  expect(cycles).toEqual([]);
});

/** The parts of the platform are given the platform that holds them: nothing but a type says so. */
const isGivenPlatform = ({ from, to }: Import) =>
  from.startsWith('server/platform/') && to === 'server/platform/platform.ts';

test('no circle of imports, those of types included, leaves a folder', () => {
  const needs = new Map<string, Set<string>>(program.map((file) => [file, new Set()]));
  for (const edge of imports) if (!isGivenPlatform(edge)) needs.get(edge.from)?.add(edge.to);
  // What is needed from where, over any number of steps.
  const reach = (start: string): Set<string> => {
    const found = new Set<string>();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const next of needs.get(file) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    return found;
  };
  const reached = new Map(program.map((file) => [file, reach(file)]));
  const leaving = imports.filter(
    (edge) => !isGivenPlatform(edge) && dirname(edge.from) !== dirname(edge.to) && reached.get(edge.to)?.has(edge.from),
  );
  expect(leaving.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

/** Files that may be longer than 300 lines, each with its reason: what is one thing stays in one file. */
const longFiles: Record<string, string> = {
  'server/platform/database/columns.ts': 'generated',
  'renderer/api/routes.ts': 'generated',
  'build/client/package/generated/methods.ts': 'generated',
  'build/client/package/generated/models.ts': 'generated',
  'build/client/package/generated/operations.ts': 'generated',
};

test('no file is longer than 300 lines without a reason', () => {
  const long = everything.filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    return lines > 300 && !(file in longFiles);
  });
  expect(long).toEqual([]);
});

/** Uses that are allowed in one file only. */
const soleUsers = [
  { use: /\bfrom 'better-sqlite3'/, file: 'server/platform/database/sqlite.ts' },
  { use: /\.terminate\(\)/, file: 'server/platform/running/addon-lock.ts' },
];

test.each(soleUsers)('only $file has $use', ({ use, file }) => {
  const users = program.filter(
    (path) => path.startsWith('server/') && use.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(users).toEqual([file]);
});

test('no to-do notes are left in the code', () => {
  // Concatenated, so that this file does not match.
  const mark = new RegExp(`\\b(${'TO'}DO|${'FIX'}ME)\\b`);
  expect(everything.filter((file) => mark.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
