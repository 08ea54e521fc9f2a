/**
 * Uses the unbundled packages from the extracted program: each must be found there and nowhere else, and work. Started
 * by `pack-run.ts` with Node's flag for `import.meta.resolve`.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeOnnxModel } from '../test/support/files/onnx-model.ts';
import { makePages } from '../test/support/files/samples.ts';

const folder = process.argv[2] as string;
const from = pathToFileURL(join(folder, 'dist/server/main.js')).href;
const words = 'Pizza grande 45';

// biome-ignore lint/suspicious/noExplicitAny: what is loaded is another copy of the packages than the types are of
async function load(name: string): Promise<any> {
  const found = import.meta.resolve(name, from);
  if (!found.startsWith(pathToFileURL(folder).href)) throw new Error(`${name} is not packed`);
  return import(found);
}

function expectWords(what: string, text: string): void {
  if (!text.includes(words)) throw new Error(`${what} was read as ${JSON.stringify(text)}`);
}

// Like the server: the package that provides this class is not packed.
Object.assign(globalThis, { DOMMatrix: class DOMMatrix {} });
const { PDFParse } = await load('pdf-parse');
const pdf = new PDFParse({ data: await makePages(words) });
expectWords('A PDF', (await pdf.getText()).text);
Reflect.deleteProperty(globalThis, 'DOMMatrix');

const { default: sharp } = await load('sharp');
const text = `<text x="40" y="80" font-family="sans-serif" font-size="40">${words}</text>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="130">${text}</svg>`;
const picture = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer();

const { createWorker } = await load('tesseract.js');
const data = new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/por/package.json', from));
const reader = await createWorker('por', 1, { langPath: fileURLToPath(data), cacheMethod: 'none', gzip: true });
expectWords('A picture', (await reader.recognize(picture)).data.text);
await reader.terminate();

const { default: Sqlite } = await load('better-sqlite3');
const { getLoadablePath } = await load('sqlite-vec');
new Sqlite(':memory:').loadExtension(getLoadablePath());

const { env, pipeline, runtime } = await load('../../build/addons/embedder/index.js');
env.allowRemoteModels = false;
env.localModelPath = folder;
env.backends.onnx.wasm.wasmPaths = runtime;
await writeOnnxModel(join(folder, 'tiny-model'), [['pizza', 'calzone']]);
const embed = await pipeline('feature-extraction', 'tiny-model', { dtype: 'fp32', device: 'cpu' });
const { dims } = await embed(['pizza'], { pooling: 'mean' });
if (dims.join() !== '1,2') throw new Error(`A local model answered ${dims}`);
