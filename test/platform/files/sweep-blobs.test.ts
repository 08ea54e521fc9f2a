import { stat, utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { insertFile } from '../../../server/platform/files/files.ts';
import { sweepBlobs } from '../../../server/platform/files/sweep-blobs.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { makePhoto } from '../../support/files/samples.ts';
import { openWorkspace } from '../../support/server/app.ts';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

test('deletes unreferenced blobs after a day, and nothing else', async () => {
  const { app, workspace } = await openWorkspace();
  const { platform } = app;
  const store = (bytes: Buffer) => platform.files.receive(Readable.from([bytes]), { maxBytes: 1_000_000 });
  const kept = await store(await makePhoto());
  await platform.work(workspace, systemActor, (work) => insertFile(work, kept, 'foto.png'));
  const orphan = await store(Buffer.from('an upload that was refused'));
  const fresh = await store(Buffer.from('an upload that is just being kept'));
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  for (const hash of [kept.hash, kept.thumbnailHash as string, orphan.hash]) {
    await utimes(platform.files.path(hash), twoDaysAgo, twoDaysAgo);
  }

  await sweepBlobs(platform);

  expect(await exists(platform.files.path(orphan.hash))).toBe(false);
  for (const hash of [kept.hash, kept.thumbnailHash as string, fresh.hash]) {
    expect(await exists(platform.files.path(hash))).toBe(true);
  }
});

test('restarts the grace period of a blob when the same bytes are uploaded again', async () => {
  const { app } = await openWorkspace();
  const { files } = app.platform;
  const store = () => files.receive(Readable.from([Buffer.from('the same bytes')]), { maxBytes: 1_000 });
  const { hash } = await store();
  const longAgo = new Date(Date.now() - 48 * 3_600_000);
  await utimes(files.path(hash), longAgo, longAgo);
  await store();
  await sweepBlobs(app.platform);
  expect(await exists(files.path(hash))).toBe(true);
});
