import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { implemented } from '../support/contract/contract.ts';
import { buildRequest, type Slot, slotsOf } from '../support/contract/references.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { makePhoto } from '../support/files/samples.ts';
import { startApp } from '../support/server/app.ts';
import { makeOneOfEverything } from '../support/shop/one-of-everything.ts';

const long = 'n'.repeat(300);

/** Names as they stand in the header of a part, raw, each with what is shown of it; null where the header is none any more. */
const names: [inHeader: string, shown: string | null][] = [
  [long, long.slice(0, 120)],
  [`${long}.pdf`, `${long.slice(0, 116)}.pdf`],
  ['a\0b.pdf', 'ab.pdf'],
  ['CON', 'CON'],
  ['PRN.pdf', 'PRN.pdf'],
  ['../../x', 'x'],
  ['..\\\\..\\\\y.pdf', 'y.pdf'],
  ['/etc/passwd', 'passwd'],
  ['..', 'file'],
  ['a\u202Efdp.exe', 'afdp.exe'],
  ['tab\tb.pdf', 'tabb.pdf'],
  ['a\\"b; filename=evil.exe', 'a"b; filename=evil.exe'],
  ['a\r\nX-Evil: 1', 'a'],
  ['a\rb.pdf', null],
  ['açaí 😀 %0d%0a.pdf', 'açaí 😀 %0d%0a.pdf'],
];

/** All but those that read a file and keep nothing of it. */
const uploads = [...implemented].filter(([route, { upload }]) => upload && !route.includes('upload-catalog'));
/** The same content is refused where it is there already. */
const pdf = (number: number) => Buffer.from(`%PDF-1.4\n% ${number}\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n`);

function formWith(field: string, name: string, bytes: Buffer): Buffer {
  const head = `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')]);
}

/** Deep enough that whoever climbs out of it is still seen. */
const home = ['some', 'where', 'deep', 'home'];

/** Whatever a folder holds, as paths within it. */
const listAll = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** RFC 6266 with the extended form of RFC 8187; nothing else may stand beside it. */
const disposition =
  /^(inline|attachment; filename=("(?:[ !#-[\]-~]|\\["\\])*"|[\w.-]+)(; filename\*=UTF-8''(?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+)?)$/;

/** What lies in a data folder: no name in it is a caller's. */
const ours =
  /^(blobs\/[0-9a-f]{2}\/[0-9a-f]+|frontdesk\.sqlite(-wal|-shm)?|lock\.db(-journal)?|ballast|running|secret\.key)$/;

test('a file of any name is stored under our own name, and shown and served under a harmless one', async () => {
  const folder = await temporaryFolder();
  const shop = await startApp({ home: join(folder, ...home) });
  const { url, key } = shop.api;
  const known = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321');
  const photo = await makePhoto();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=edge' };
  const answers: string[] = [];
  for (const [route, { upload }] of uploads) {
    const slots = slotsOf(route).map((slot): [Slot, string] => [slot, known[slot.kind]]);
    const { path } = buildRequest(route, slots, '');
    for (const [index, [name, shown]] of names.entries()) {
      const bytes = route.endsWith('/image') ? photo : pdf(index);
      const body = formWith(upload?.field ?? '', name, bytes);
      const answer = await fetch(url + path, { method: 'POST', headers, body: new Uint8Array(body) });
      const text = await answer.text();
      answers.push(text);
      const isTaken = answer.status < 300 || answer.status;
      expect([route, name, isTaken], text).toEqual([route, name, shown === null ? 400 : true]);
      const { fileName = shown } = JSON.parse(text);
      expect([route, fileName]).toEqual([route, shown]);
    }
  }
  await shop.settle();
  expect(uploads.length).toBeGreaterThan(5);

  const { read } = shop.app.platform.database;
  const stored = [
    ...(await read.selectFrom('files').select('file_name as name').execute()),
    ...(await read.selectFrom('knowledge_sources').select('name').execute()),
  ].map(({ name }) => name);
  expect(stored).toEqual(expect.arrayContaining(names.flatMap(([, shown]) => shown ?? [])));
  expect(stored.filter((name) => !/^[^\p{Cc}\p{Cf}/\\]{1,120}$/u.test(name))).toEqual([]);

  const links = new Set(answers.join('\n').match(/\/media\/[\w.-]+/g));
  expect(links.size).toBeGreaterThan(names.length);
  for (const link of links) {
    const { status, headers } = await fetch(url + link);
    expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringMatching(disposition)]);
  }
  const files = listAll(folder).map((path) => relative(join(...home), path));
  expect(files.filter((path) => !ours.test(path))).toEqual([]);
});
