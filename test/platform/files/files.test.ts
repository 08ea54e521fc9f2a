import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import express from 'express';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { toProblem } from '../../../server/http/send-problem.ts';
import { listWorkspaces, type Workspace } from '../../../server/platform/access/workspaces.ts';
import { cleanFileName, findFile, insertFile, kindOf } from '../../../server/platform/files/files.ts';
import { mediaUrl, parseMediaUrl, serveMedia } from '../../../server/platform/files/media-links.ts';
import { createLog } from '../../../server/platform/log.ts';
import { Platform } from '../../../server/platform/platform.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { ManualClock } from '../../support/server/clock.ts';

let home: string;
let platform: Platform;
let workspace: Workspace;
let clock: ManualClock;
const closing: (() => unknown)[] = [];

const open = () => {
  const config = readConfig({ FRONTDESK_HOME: home });
  const background = { jobs: [], subscribers: [], recurring: [] };
  return Platform.open({ config, clock, log: createLog('silent') }, background);
};

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'frontdesk-files-'));
  clock = new ManualClock('2026-11-21T12:00:00.000Z');
  platform = await open();
  workspace = (await listWorkspaces(platform.database.read))[0] as Workspace;
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await platform.stop();
  await rm(home, { recursive: true });
});

const receive = (content: string | Buffer, maxBytes = 10_000_000) =>
  platform.files.receive([Buffer.from(content)], { maxBytes });

const keep = async (content: string | Buffer, fileName: string, owner = workspace) => {
  const blob = await receive(content);
  return platform.work(owner, systemActor, (work) => insertFile(work, blob, fileName));
};

const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });

/** Serves the media links on a port of its own. */
async function serve(): Promise<void> {
  const app = express();
  app.get('/media/:token', serveMedia(platform));
  app.use(((error, _request, response, _next) => {
    response.status(toProblem(error).status).end();
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  platform.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('keeps the same bytes once, private to their owner, under their hash', async () => {
  const first = await receive('hello');
  expect(await receive('hello')).toEqual(first);
  const hash = createHash('sha256').update('hello').digest('hex');
  expect(first).toMatchObject({ hash, sizeBytes: 5, contentType: 'text/plain', extension: 'txt' });
  expect(platform.files.path(hash)).toBe(join(home, 'blobs', hash.slice(0, 2), hash));
  expect((await stat(platform.files.path(hash))).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, 'blobs', hash.slice(0, 2)))).mode & 0o777).toBe(0o700);
  expect(await platform.files.stat(hash)).toEqual({ sizeBytes: 5 });
  expect((await platform.files.read(hash, { start: 1, end: 2 }).toArray()).join('')).toBe('el');
  expect(await readdir(join(home, 'tmp'))).toEqual([]);
});

test('rejects a file that is too large or empty and leaves nothing on disk', async () => {
  await expect(receive('hello', 4)).rejects.toMatchObject({ code: 'payload_too_large', status: 413 });
  await expect(receive('')).rejects.toMatchObject({ status: 400, details: { errors: [{ field: 'body.file' }] } });
  expect(await readdir(join(home, 'tmp'))).toEqual([]);
  await expect(readdir(join(home, 'blobs'))).rejects.toThrow('ENOENT');
});

test('removes the remains of an interrupted upload at the next start', async () => {
  await mkdir(join(home, 'tmp'));
  await writeFile(join(home, 'tmp', 'half'), 'x');
  await platform.stop();
  platform = await open();
  await expect(readdir(join(home, 'tmp'))).rejects.toThrow('ENOENT');
});

test('detects the type of a file by its bytes', async () => {
  const samples: [string | Buffer, string][] = [
    ['%PDF-1.7\n%âãÏÓ\n', 'application/pdf'],
    ['<!DOCTYPE html><p>Hi', 'text/html'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'image/svg+xml'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['name,phone\nAna,1\nBia,2\n', 'text/csv'],
    ['name;phone\r\nAna;1\r\n', 'text/csv'],
    ['# Menu\n\nCoffee', 'text/markdown'],
    ['Just words.', 'text/plain'],
    [Buffer.from('Caf\xe9 com leite', 'latin1'), 'text/plain'],
    ['MZ\0\0', 'application/x-msdownload'],
    [Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
  ];
  for (const [content, contentType] of samples) expect((await receive(content)).contentType).toBe(contentType);
  expect(['image/png', 'image/svg+xml', 'video/mp4', 'audio/ogg; codecs=opus', 'text/csv'].map(kindOf)).toEqual([
    'IMAGE',
    'DOCUMENT',
    'VIDEO',
    'AUDIO',
    'DOCUMENT',
  ]);
});

test('turns photos upright, removes their location and creates a thumbnail', async () => {
  const exif = { IFD0: { Copyright: 'canary' } };
  const source = await photo(800, 400).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
  const blob = await receive(source);
  expect(blob).toMatchObject({ contentType: 'image/jpeg', width: 400, height: 800 });
  const kept = await sharp(platform.files.path(blob.hash)).metadata();
  expect([kept.format, kept.width, kept.exif, kept.orientation]).toEqual(['jpeg', 400, undefined, undefined]);
  expect(kept.size ?? (await platform.files.stat(blob.hash))?.sizeBytes).toBe(blob.sizeBytes);
  const thumbnail = await sharp(platform.files.path(blob.thumbnailHash ?? '')).metadata();
  expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 160, 320]);
  const gif = await receive(await photo(10, 10).gif().toBuffer());
  expect(gif).toMatchObject({ contentType: 'image/gif', thumbnailHash: null });
});

/** A small PNG that says that it is as large as that. */
function boastfulPng(width: number, height: number): Buffer {
  const header = Buffer.concat([Buffer.alloc(8), Buffer.from([8, 2, 0, 0, 0])]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const chunks = Object.entries({ IHDR: header, IDAT: deflateSync(Buffer.alloc(1_000)), IEND: Buffer.alloc(0) });
  const bytes = chunks.map(([type, data]) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...bytes]);
}

test('refuses an image of more than 40 megapixels and an unreadable one', async () => {
  const broken = (await photo(50, 50).png().toBuffer()).subarray(0, 60);
  const refused = {
    too_many_pixels: [await photo(8_000, 5_001).png().toBuffer(), boastfulPng(30_000, 30_000)],
    unreadable_image: [broken, boastfulPng(50, 50)],
  };
  for (const [code, contents] of Object.entries(refused)) {
    for (const content of contents) {
      await expect(receive(content)).rejects.toMatchObject({
        status: 400,
        details: { errors: [{ field: 'body.file', code }] },
      });
    }
  }
  expect(await readdir(join(home, 'tmp'))).toEqual([]);
});

test('cleans file names and never uses them on the disk', async () => {
  const file = await keep('hello', '../../etc/\u202Epasswd\0.txt');
  expect(file).toMatchObject({ fileName: 'passwd.txt', kind: 'DOCUMENT', sizeBytes: 5 });
  expect(cleanFileName('C:\\photos\\a.png')).toBe('a.png');
  expect(cleanFileName(`${'x'.repeat(300)}.pdf`)).toBe(`${'x'.repeat(116)}.pdf`);
  expect(cleanFileName(' \n ')).toBe('file');
});

test('finds a file only in its own workspace and counts it against the storage limit', async () => {
  const file = await keep('hello', 'a.txt');
  expect(await findFile(platform.database.read, workspace.id, file.id)).toEqual(file);
  expect(await findFile(platform.database.read, 'ws_other', file.id)).toBeNull();
  const limited = { ...workspace, limits: { storageBytes: 8 } };
  await expect(keep('world', 'b.txt', limited)).rejects.toMatchObject({ code: 'quota_exceeded' });
});

test('returns the same link for a day, valid for at least another, and recognises its own links, also expired ones', async () => {
  const link = mediaUrl(platform, 'file_1');
  clock.advance(11 * 3_600_000);
  expect(mediaUrl(platform, 'file_1')).toBe(link);
  expect(parseMediaUrl(platform, `https://elsewhere.test${link}`)).toBe('file_1');
  clock.advance(24 * 3_600_000);
  expect(mediaUrl(platform, 'file_1')).not.toBe(link);
  expect(parseMediaUrl(platform, `http://x${link}`)).toBe('file_1');
  clock.advance(3_600_000);
  expect(parseMediaUrl(platform, `http://x${link}`)).toBe('file_1');
  const forged = mediaUrl(platform, 'file_1').replace('file_1', 'file_2');
  for (const url of [`http://x${forged}`, 'http://x/media/a.b.c', 'http://x/other', 'nonsense']) {
    expect(parseMediaUrl(platform, url)).toBeNull();
  }
});

test('serves a picture inline, in full, by range, by HEAD and as a thumbnail', async () => {
  await serve();
  const file = await keep(await photo(400, 400).png().toBuffer(), 'a.png');
  const link = mediaUrl(platform, file.id);
  const whole = await fetch(link);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
    etag: `"${file.hash}"`,
  });
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.equals(await readFile(platform.files.path(file.hash)))).toBe(true);
  const part = await fetch(link, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  const beyond = await fetch(link, { headers: { range: 'bytes=9999999-' } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${file.sizeBytes}`]);
  const known = { 'if-none-match': `"${file.hash}"`, 'cache-control': 'max-age=0' };
  expect((await fetch(link, { headers: known })).status).toBe(304);
  const head = await fetch(link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.sizeBytes)]);
  expect((await fetch(`${link}?thumbnail=true`)).headers.get('content-type')).toBe('image/webp');
});

test('serves everything else as a download that cannot run', async () => {
  await serve();
  for (const content of ['<html><script>1</script>', '<svg onload="1"></svg>']) {
    const answer = await fetch(mediaUrl(platform, (await keep(content, 'açaí.html')).id));
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''a%C3%A7a%C3%AD\.html/);
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  }
});

test('returns 404 for a link that is forged, expired or of a missing file', async () => {
  await serve();
  const link = mediaUrl(platform, (await keep('hello', 'a.txt')).id);
  expect((await fetch(link)).status).toBe(200);
  expect((await fetch(`${link}x`)).status).toBe(404);
  expect((await fetch(`${link}?thumbnail=true`)).status).toBe(404);
  expect((await fetch(mediaUrl(platform, 'file_none'))).status).toBe(404);
  clock.advance(48 * 3_600_000);
  expect((await fetch(link)).status).toBe(404);
});
