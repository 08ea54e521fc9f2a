import { beforeEach, expect, test, vi } from 'vitest';

/** A browser's storage that can be made to refuse. */
class Storage {
  refuses = false;
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null;
  }
  setItem(key: string, text: string): void {
    if (this.refuses) throw new DOMException('full', 'QuotaExceededError');
    (this as unknown as Record<string, string>)[key] = text;
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key];
  }
}

const dayMs = 24 * 60 * 60_000;
let storage: Storage;
let page: EventTarget;

interface Scope {
  userId: string;
  workspaceId: string;
}

/** The functions under test. They need a browser's types, which the tests of the server do not have. */
interface Kept {
  readKept(name: string): unknown;
  writeKept(name: string, value: unknown): void;
  namesOfKept(beginning: string): string[];
  isForeign(name: string): boolean;
  watchKept(watcher: () => void): void;
  nameOf(scope: Scope, place: string): string;
  forgetWordsOf(userId: string): void;
  forgetPlacesOf(workspaceId: string, ids: string[]): void;
}

/** Loads the modules as a new page of the same browser does. */
async function openPage(): Promise<Kept> {
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  const load = (name: string) => import(`../renderer/kept/${name}.ts`);
  return { ...(await load('device')), ...(await load('places')) };
}

/** Returns true if the browser would ask before the page is left. */
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  storage = Object.defineProperty(new Storage(), 'refuses', { enumerable: false, writable: true });
  vi.stubGlobal('localStorage', storage);
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const ana = { userId: 'usr_ana', workspaceId: 'ws_1' };
const bia = { userId: 'usr_bia', workspaceId: 'ws_1' };

test('what is kept is read by another page under the name of its person and shop alone', async () => {
  const first = await openPage();
  first.writeKept(first.nameOf(ana, 'conv_1.text'), 'Bom dia');
  const { readKept, nameOf } = await openPage();
  expect(readKept(nameOf(ana, 'conv_1.text'))).toBe('Bom dia');
  expect(readKept(nameOf(bia, 'conv_1.text'))).toBeUndefined();
  expect(readKept(nameOf({ ...ana, workspaceId: 'ws_2' }, 'conv_1.text'))).toBeUndefined();
});

test('signing out deletes the person’s words; erasing a conversation or customer deletes everybody’s', async () => {
  const { writeKept, namesOfKept, nameOf, forgetWordsOf, forgetPlacesOf } = await openPage();
  const shop2 = { ...ana, workspaceId: 'ws_2' };
  const names = [nameOf(ana, 'conv_1.text'), nameOf(bia, 'conv_1.outgoing.key'), nameOf(bia, 'order.new.cust_1')];
  for (const name of [...names, nameOf(shop2, 'conv_1.text'), nameOf(bia, 'conv_2.text')]) writeKept(name, 'x');
  forgetPlacesOf('ws_1', ['conv_1', 'cust_1']);
  expect(namesOfKept('').sort()).toEqual([nameOf(shop2, 'conv_1.text'), nameOf(bia, 'conv_2.text')].sort());
  forgetWordsOf(ana.userId);
  expect(namesOfKept('')).toEqual([nameOf(bia, 'conv_2.text')]);
});

test('nothing is kept for more than a fortnight', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const first = await openPage();
  first.writeKept('a', 'old');
  vi.setSystemTime(13 * dayMs);
  first.writeKept('b', 'new');
  expect((await openPage()).readKept('a')).toBe('old');
  vi.setSystemTime(15 * dayMs);
  const { readKept } = await openPage();
  expect(readKept('a')).toBeUndefined();
  expect(readKept('b')).toBe('new');
  expect(Object.keys(storage)).toEqual(['frontdesk.words.b']);
});

test('what storage does not take is kept in memory, and the browser asks before the page is left', async () => {
  const { writeKept, readKept, namesOfKept } = await openPage();
  writeKept('a', 'taken');
  expect(asks()).toBe(false);
  storage.refuses = true;
  writeKept('b', 'refused');
  expect([readKept('b'), namesOfKept('').sort(), asks()]).toEqual(['refused', ['a', 'b'], true]);
  storage.refuses = false;
  writeKept('b', 'taken again');
  expect(asks()).toBe(false);
});

test('entries leave room in the storage for everything else', async () => {
  const { writeKept, readKept } = await openPage();
  for (let index = 0; index < 12; index++) writeKept(`text ${index}`, 'x'.repeat(200_000));
  const stored = Object.values(storage as unknown as Record<string, string>).join('').length;
  expect(stored).toBeLessThan(2_100_000);
  expect(readKept('text 11')).toHaveLength(200_000);
  expect(asks()).toBe(true);
});

test('what storage holds in another form is not read', async () => {
  for (const [index, text] of ['', '{', 'null', '[]', '{"at":1}', '{"at":"x","value":1}', '7'].entries()) {
    storage.setItem(`frontdesk.words.${index}`, text);
  }
  storage.setItem('frontdesk.language', 'pt');
  const { namesOfKept } = await openPage();
  expect(namesOfKept('')).toEqual([]);
  expect(Object.keys(storage)).toEqual(['frontdesk.language']);
});

test('a value is the same object until it changes, and has no files after a reload', async () => {
  const first = await openPage();
  const value = { text: 'x', file: new Blob(['y']) };
  first.writeKept('a', value);
  expect(first.readKept('a')).toBe(value);
  const { readKept } = await openPage();
  expect(readKept('a')).toEqual({ text: 'x', file: null });
  expect(readKept('a')).toBe(readKept('a'));
});

test('the words of another window arrive, and its removal', async () => {
  const { readKept, isForeign, watchKept } = await openPage();
  let changes = 0;
  watchKept(() => {
    changes += 1;
  });
  const fromElsewhere = (newValue: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'frontdesk.words.a', newValue }));
  const text = JSON.stringify({ at: Date.now(), value: 'theirs' });
  storage.setItem('frontdesk.words.a', text);
  fromElsewhere(text);
  expect([readKept('a'), isForeign('a'), changes]).toEqual(['theirs', true, 1]);
  storage.removeItem('frontdesk.words.a');
  fromElsewhere(null);
  expect([readKept('a'), isForeign('a'), changes]).toEqual([undefined, false, 2]);
});
