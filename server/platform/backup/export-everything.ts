import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { version } from '../../version.ts';
import type { Workspace } from '../access/workspaces.ts';
import type { Platform } from '../platform.ts';
import { readFromWorker, workerFile } from '../running/workers.ts';
import type { ExportInput, ExportPart } from './export.worker.ts';
import { exportColumns, unexportedTables } from './export-columns.ts';

type TablePart = Extract<ExportPart, { table: string }>;

/** The last entry of the zip, `export.json`. */
interface Summary {
  program: string;
  version: string;
  workspaceId: string;
  exportedAt: string;
  /** Number of rows in each `data/<table>.json`. */
  tables: Record<string, number>;
  /** Number of files in `media/`, named by their ids as in `data/files.json`. */
  mediaCount: number;
  /** Ids of files whose bytes are missing on the disk. */
  lostFileIds: string[];
  /** Tables, and text columns as `table.column`, that the export does not contain. */
  leftOut: string[];
}

const leftOut = [
  ...unexportedTables,
  ...Object.entries(exportColumns).flatMap(([table, { leftOut: columns }]) =>
    (columns?.split(' ') ?? []).map((column) => `${table}.${column}`),
  ),
];

/**
 * Streams one zip with all data of a workspace: a JSON array of rows per table (database columns, money in cents, times
 * in UTC), all media, and a summary. `export-columns.ts` lists what is left out, such as credentials, and which
 * columns lose the tokens in them. Words of people stay as written. The zip is produced while it is read, so memory holds
 * only a piece of it.
 */
export function exportEverything(platform: Platform, workspace: Workspace): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  zip.on('error', (error) => output.destroy(error));
  const isOver = AbortSignal.any([gone.signal, platform.stopping]);
  new Exporter(platform, workspace, zip, isOver).run().catch((error) => {
    if (!isOver.aborted) platform.log.error({ err: error }, 'the export was interrupted');
    output.destroy(error);
  });
  return output;
}

class Exporter {
  readonly #platform: Platform;
  readonly #zip: ZipFile;
  /** Aborted when the reader leaves or the server stops. */
  readonly #isOver: AbortSignal;
  readonly #summary: Summary;

  constructor(platform: Platform, workspace: Workspace, zip: ZipFile, isOver: AbortSignal) {
    this.#platform = platform;
    this.#zip = zip;
    this.#isOver = isOver;
    this.#summary = {
      program: 'Frontdesk',
      version,
      workspaceId: workspace.id,
      exportedAt: platform.clock.now().toISOString(),
      tables: {},
      mediaCount: 0,
      lostFileIds: [],
      leftOut,
    };
  }

  async run(): Promise<void> {
    const input: ExportInput = { file: this.#platform.database.file, workspaceId: this.#summary.workspaceId };
    const parts = readFromWorker<ExportPart>(workerFile(import.meta.url, 'export.worker'), input, this.#isOver);
    try {
      for (;;) {
        const { value: part, done } = await parts.next();
        if (done) break;
        if ('media' in part) await this.#addMedia(part.media);
        else await this.#addEntry(`data/${part.table}.json`, Readable.from(this.#readTable(part, parts)));
      }
    } finally {
      await parts.return();
    }
    await this.#addEntry('export.json', Readable.from([`${JSON.stringify(this.#summary, null, 2)}\n`]));
    this.#zip.end();
  }

  /** Yields the text of one table: `first` and the following parts up to its last. */
  async *#readTable(first: TablePart, parts: AsyncGenerator<ExportPart, void>): AsyncGenerator<string> {
    for (let part = first; ; ) {
      this.#summary.tables[part.table] = part.rows;
      yield part.text;
      if (part.isLast) return;
      part = (await parts.next()).value as TablePart;
    }
  }

  async #addMedia(media: Extract<ExportPart, { media: unknown }>['media']): Promise<void> {
    const { files } = this.#platform;
    for (const { id, hash, fileName } of media) {
      if ((await files.stat(hash)) === null) {
        this.#summary.lostFileIds.push(id);
        continue;
      }
      const extension = /\.\w{1,10}$/.exec(fileName)?.[0] ?? '';
      // Media are already compressed.
      await this.#addEntry(`media/${id}${extension}`, files.read(hash), { compress: false });
      this.#summary.mediaCount += 1;
    }
  }

  /** Adds an entry and resolves once it was read completely: one at a time, at the pace of the reader. */
  async #addEntry(name: string, content: Readable, { compress = true } = {}): Promise<void> {
    this.#isOver.throwIfAborted();
    const end = finished(content, { signal: this.#isOver });
    this.#zip.addReadStream(content, name, { compress, mode: 0o100600 });
    try {
      await end;
    } finally {
      content.destroy();
    }
  }
}
