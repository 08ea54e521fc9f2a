import { setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OnnxModel } from '../../server/areas/knowledge/embedding/onnx-model.ts';
import { Peer } from '../../server/areas/qr/ipc.ts';
import { BackupTasks } from '../../server/platform/backup/backup-tasks.ts';
import { ItemRun, runIn } from '../../server/platform/running/item-run.ts';
import { Board, parseBoard } from '../../server/platform/running/running-board.ts';
import { runInWorker } from '../../server/platform/running/workers.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';

type Wait = (signal: AbortSignal) => Promise<unknown>;

const worker = new URL('data:text/javascript,for (;;);');
const runWorker: Wait = (signal) =>
  runInWorker(worker, null, { timeoutMs: 120_000, heapMb: 32, buffersMb: 32, signal });

const waits: [name: string, wait: Wait][] = [
  [
    'its turn among threads',
    (signal) => {
      // As many as may run at once.
      const others = runIn(null, () => [runWorker(signal), runWorker(signal)]);
      return Promise.allSettled([...others, runWorker(signal)]);
    },
  ],
  [
    'a backup',
    async () => new BackupTasks().run({ kind: 'verify', file: '/nowhere.zip', now: '2026-01-01T00:00:00.000Z' }),
  ],
  [
    'a local model',
    async (signal) => {
      const model = new OnnxModel();
      signal.addEventListener('abort', () => void model.close());
      await model.embed('/nowhere', ['Oi'], 60_000);
    },
  ],
  [
    'the QR process',
    (signal) => {
      const pipe = { send: () => {}, onMessage: () => {}, onGone: () => {} } as never;
      const peer = new Peer(pipe, { own: {}, theirs: { probe: { body: z.null(), answer: z.null() } } }, {});
      signal.addEventListener('abort', () => peer.close('enough'));
      return peer.ask('probe', null);
    },
  ],
];

test.each(waits)('an item that waits for %s is not blamed for a crash', async (_name, wait) => {
  const board = new Board(await temporaryFolder());
  const itemRun = new ItemRun(board, { kind: 'job', key: 'one' });
  itemRun.enter();
  const controller = new AbortController();
  setMaxListeners(20, controller.signal);
  const waited = runIn(itemRun, () => wait(controller.signal)).catch(() => {});
  // Lets promises settle, but nothing from outside this thread arrive.
  for (let turn = 0; turn < 20; turn++) await null;
  expect(parseBoard(Buffer.from(board.memory))?.entries).toMatchObject([{ state: 'waiting' }]);
  controller.abort(new Error('enough'));
  await waited;
  board.close({ stays: false });
});
