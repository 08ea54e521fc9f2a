import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The only folder that may use them; each file there has a fallback for other pages. */
const reserved = 'renderer/reserved/';
/** Runs on webhook receivers' servers. */
const onServers = ['build/client/package/webhooks.ts'];

const files = globSync('{renderer,build/client/package}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/generated'],
}).filter((file) => !file.startsWith(reserved) && !onServers.includes(file));

/** Members of `navigator` and `crypto` that every page has. */
const free = ['navigator.language', 'navigator.languages', 'navigator.platform', 'crypto.getRandomValues'];
/** Matches a read of a member that old browsers lack, through a separate type. */
const casts = ['navigator as {'];

/** Globals that are missing or fail on plain http pages. `browser/network-reserved.test.ts` asks a browser. */
const globals = [
  'isSecureContext crossOriginIsolated SharedArrayBuffer Notification caches CacheStorage cookieStore ServiceWorker',
  'PushManager ClipboardItem AudioWorklet AudioWorkletNode PaymentRequest PublicKeyCredential PasswordCredential',
  'showOpenFilePicker showSaveFilePicker showDirectoryPicker queryLocalFonts getScreenDetails EyeDropper IdleDetector',
  'documentPictureInPicture VideoDecoder VideoEncoder AudioDecoder AudioEncoder ImageDecoder ImageCapture WebTransport',
  'DeviceMotionEvent DeviceOrientationEvent Accelerometer Gyroscope fetchLater',
  'execCommand',
].flatMap((line) => line.split(' '));

/** Components and hooks of libraries that use them. */
const ofLibraries = ['CopyButton', 'useClipboard', 'useGeolocation'];

/** Comments start a line: `/*` within a text is not a comment. */
const withoutComments = (text: string): string => text.replaceAll(/^\s*\{?\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

function findReserved(text: string): string[] {
  const found = [...text.matchAll(/\b(?:navigator|crypto)\b(?:(?:\?|!)?\.\w+| as \{)?/g)]
    .map(([use]) => use.replace(/[?!]/, ''))
    .filter((use) => !free.includes(use) && !casts.includes(use));
  const imported = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/\w+'/g)].flatMap(([, names = '']) =>
    ofLibraries.filter((name) => new RegExp(`\\b${name}\\b`).test(names)),
  );
  return [...found, ...globals.filter((name) => new RegExp(`\\b${name}\\b`).test(text)), ...imported];
}

test('one folder alone uses the names that browsers reserve for trusted pages', () => {
  const found = files.flatMap((file) =>
    findReserved(withoutComments(readFileSync(join(root, file), 'utf8'))).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

test.each([
  'crypto.randomUUID()',
  'const { clipboard } = navigator;',
  "'locks' in navigator",
  'navigator?.share(data)',
  'window.crypto.subtle',
  'new Notification(title)',
  "import { ActionIcon, CopyButton } from '@mantine/core';",
])('%s is recognised as reserved', (text) => {
  expect(findReserved(text)).toHaveLength(1);
});
