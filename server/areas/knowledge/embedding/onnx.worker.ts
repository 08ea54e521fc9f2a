import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { loadAddon } from '../../../platform/running/addons.ts';
import type { OnnxAnswer, OnnxRequest } from './onnx-model.ts';

type Embed = (texts: string[], options: object) => Promise<{ tolist(): number[][] }>;

/** The parts of the add-on that are used here. */
interface EmbedderAddon {
  env: {
    allowRemoteModels: boolean;
    useFSCache: boolean;
    localModelPath: string;
    backends: { onnx: { wasm: object } };
  };
  pipeline(task: string, model: string, options: object): Promise<Embed>;
  /** The folder of the runtime's files, as a URL. */
  runtime: string;
}

const { env, pipeline, runtime } = await loadAddon<EmbedderAddon>('embedder');
const { folder } = workerData as { folder: string };

/** Leaves one processor free for the server. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

// Nothing is fetched: the model is in the folder, and the runtime is beside its package.
env.allowRemoteModels = false;
const wasmPaths = runtime.replace('app.asar/', 'app.asar.unpacked/');
Object.assign(env.backends.onnx.wasm, { wasmPaths, numThreads: threads });
env.useFSCache = false;
env.localModelPath = dirname(folder);

const loading = pipeline('feature-extraction', basename(folder), { dtype: 'fp32', device: 'cpu' });
loading.catch(() => {});

async function embed({ id, texts }: OnnxRequest): Promise<OnnxAnswer> {
  try {
    const model = await loading;
    const output = await model(texts, { pooling: 'mean', normalize: true });
    const rows = output.tolist();
    return { id, vectors: rows.map((row) => Float32Array.from(row)) };
  } catch (error) {
    return { id, error: `The local model cannot be used: ${(error as Error).message}` };
  }
}

parentPort?.on('message', async (request: OnnxRequest) => parentPort?.postMessage(await embed(request)));
