import { Worker } from 'node:worker_threads';
import { minuteMs } from '../../../platform/durations.ts';
import { terminate } from '../../../platform/running/addon-lock.ts';
import { outside } from '../../../platform/running/item-run.ts';
import { workerFile } from '../../../platform/running/workers.ts';

/** Enough for a model of 500 MB and its working memory. */
const heapMb = 2_048;
const idleMs = 10 * minuteMs;

export interface OnnxRequest {
  id: number;
  texts: string[];
}

export type OnnxAnswer = { id: number; vectors: Float32Array[] } | { id: number; error: string };

/** A local ONNX model in its own thread, which starts at the first use and ends when idle. */
export class OnnxModel {
  #thread: { worker: Worker; folder: string } | null = null;
  readonly #waiting = new Map<number, PromiseWithResolvers<Float32Array[]>>();
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;

  /** Embeds texts with mean pooling. Throws if the folder contains no model, or after `timeoutMs`. */
  async embed(folder: string, texts: string[], timeoutMs: number): Promise<Float32Array[]> {
    clearTimeout(this.#idle);
    const worker = await this.#open(folder);
    const id = this.#nextId++;
    const answer = Promise.withResolvers<Float32Array[]>();
    this.#waiting.set(id, answer);
    const timer = setTimeout(() => answer.reject(new Error(`The model took longer than ${timeoutMs} ms`)), timeoutMs);
    worker.postMessage({ id, texts } satisfies OnnxRequest);
    try {
      return await outside(() => answer.promise);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => void this.close(), idleMs).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    if (thread) await terminate(thread.worker);
  }

  async #open(folder: string): Promise<Worker> {
    if (this.#thread && this.#thread.folder !== folder) await this.close();
    if (this.#thread) return this.#thread.worker;
    const worker = new Worker(workerFile(import.meta.url, 'onnx.worker'), {
      workerData: { folder },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const thread = { worker, folder };
    this.#thread = thread;
    worker.unref();
    worker.on('message', (answer: OnnxAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.vectors);
    });
    const end = (error: Error) => {
      if (this.#thread === thread) this.#thread = null;
      for (const { reject } of this.#waiting.values()) reject(error);
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The model was closed')));
    return worker;
  }
}
