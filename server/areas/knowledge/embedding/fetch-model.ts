import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { asJob } from '../../../http/area.ts';
import { hourMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cancelJob, defineJob, findJobByKey, insertJob, type JobRun } from '../../../platform/work/jobs.ts';

const largestFileBytes = 2 * 1024 ** 3;
const fileTimeoutMs = 2 * hourMs;
/** Smallest change of progress that is stored, since each is a write. */
const leastProgress = 0.02;

/** The files of a model. A file is used only if its SHA-256 is the given one. */
export const ModelFiles = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, 'must be lower-case letters, digits, dots, dashes'),
  files: z
    .array(
      z.strictObject({
        path: z.string().regex(/^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/, 'must be a file name, in one folder at most'),
        url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2_000),
        sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
        sizeBytes: z
          .int()
          .min(1)
          .max(largestFileBytes)
          .optional()
          .describe('Lets the progress advance within the file.'),
      }),
    )
    .min(1)
    .max(20),
});
export type ModelFiles = z.infer<typeof ModelFiles>;

const proposedSource = 'https://huggingface.co/Xenova/multilingual-e5-small/resolve/main';

/** A proposed model for Portuguese, Spanish and English, with its settings. The owner supplies the hashes. */
export const proposedModel = {
  name: 'multilingual-e5-small',
  files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'].map((path) => ({
    path,
    url: `${proposedSource}/${path}`,
  })),
  settings: { queryPrefix: 'query: ', passagePrefix: 'passage: ', minSimilarity: null },
} as const;

/** The folder of a fetched model. */
export const modelFolder = (platform: Platform, name: string): string => join(platform.config.home, 'models', name);

const jobKey = (name: string): string => `knowledge.fetch-model:${name}`;

/** Enqueues the download of a model; `readModelFetch` reports its progress. */
export async function fetchModel(platform: Platform, model: ModelFiles): Promise<void> {
  await platform.write(async ({ db, now }) => {
    await cancelJob(db, jobKey(model.name));
    await insertJob({ db, now }, null, fetchJob, model, { key: jobKey(model.name) });
  });
}

export interface ModelFetch {
  status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';
  /** 0 to 100. */
  progress: number;
  error: string | null;
}

/** The progress of a download; null if none was enqueued in the last week. */
export async function readModelFetch(platform: Platform, name: string): Promise<ModelFetch | null> {
  return findJobByKey(platform.database.read, jobKey(name));
}

/**
 * Files are fetched and verified in a folder beside the target, which appears only when complete. A retry skips files
 * that exist.
 */
const fetchJob = defineJob({
  name: 'knowledge.fetch-model',
  input: ModelFiles,
  maxAttempts: 3,
  timeoutMs: 6 * hourMs,
  async run(job) {
    const { platform, input } = job;
    const folder = modelFolder(platform, input.name);
    const partial = `${folder}.partial`;
    for (const [index, file] of input.files.entries()) {
      await fetchFile(job, join(partial, file.path), file, (share) =>
        job.progress(((index + share) / input.files.length) * 100),
      );
    }
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  },
});

async function fetchFile(
  { platform, signal }: JobRun<ModelFiles>,
  target: string,
  file: ModelFiles['files'][number],
  onShare: (share: number) => Promise<void>,
): Promise<void> {
  if (await exists(target)) return;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const fresh = `${target}.part`;
  const bytes = platform.outbound.download(file.url, { maxBytes: largestFileBytes, timeoutMs: fileTimeoutMs, signal });
  try {
    let seen = 0;
    let reported = 0;
    const watch = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        seen += chunk.length;
        const share = file.sizeBytes === undefined ? 0 : Math.min(1, seen / file.sizeBytes);
        if (share > reported + leastProgress) {
          reported = share;
          await onShare(share);
        }
        yield chunk;
      }
    };
    await pipeline(bytes, watch, createWriteStream(fresh, { mode: 0o600 }));
    if (hash.digest('hex') !== file.sha256) throw fault(`${file.path} does not have the expected SHA-256`);
    const written = await open(fresh);
    await written.sync().finally(() => written.close());
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  await onShare(1);
}

/** The console translates the message. */
const fault = (message: string): Error => new Error(message);

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

export const fetchJobs = [asJob(fetchJob)];
