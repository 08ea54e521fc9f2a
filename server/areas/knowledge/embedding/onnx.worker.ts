import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { env, pipeline } from '@huggingface/transformers';
import type { OnnxAnswer, OnnxRequest } from './onnx-model.ts';

const { folder } = workerData as { folder: string };

/** Leaves one processor free for the server. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

// Nothing is fetched: the model is in the folder, and the runtime is beside its package.
env.allowRemoteModels = false;
const runtime = new URL('.', import.meta.resolve('onnxruntime-web')).href.replace('app.asar/', 'app.asar.unpacked/');
Object.assign(env.backends.onnx.wasm ?? {}, { wasmPaths: runtime, numThreads: threads });
env.useFSCache = false;
env.localModelPath = dirname(folder);

const loading = pipeline('feature-extraction', basename(folder), { dtype: 'fp32', device: 'cpu' });
loading.catch(() => {});

async function embed({ id, texts }: OnnxRequest): Promise<OnnxAnswer> {
  try {
    const model = await loading;
    const output = await model(texts, { pooling: 'mean', normalize: true });
    const rows = output.tolist() as number[][];
    return { id, vectors: rows.map((row) => Float32Array.from(row)) };
  } catch (error) {
    return { id, error: `The local model cannot be used: ${(error as Error).message}` };
  }
}

parentPort?.on('message', async (request: OnnxRequest) => parentPort?.postMessage(await embed(request)));
