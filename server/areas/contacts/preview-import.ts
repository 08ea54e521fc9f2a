import type { Workspace } from '../../platform/access/workspaces.ts';
import { readFromWorker, workerFile } from '../../platform/running/workers.ts';
import { type ColumnUse, type ImportPreview, mostErrors } from './import.schemas.ts';
import type { ImportPart } from './parse-import.ts';

const worker = workerFile(import.meta.url, 'parse-import.worker');

/** Reads a file as an import would, without writing anything. Without a phone column no row is judged. */
export async function previewImport(
  workspace: Workspace,
  { csv, columns }: { csv: string; columns?: ColumnUse[] | undefined },
): Promise<ImportPreview> {
  const preview: ImportPreview = {
    ...{ delimiter: ',', header: [], columns: [], sample: [] },
    ...{ valid: 0, repeated: 0, errors: [], errorCount: 0 },
  };
  for await (const part of readFromWorker<ImportPart>(worker, { csv, country: workspace.country, columns })) {
    if (part.kind === 'header') {
      const { kind: _, ...file } = part;
      Object.assign(preview, file);
    } else if (part.kind === 'rows') {
      preview.valid += part.rows.length;
      preview.repeated += part.repeated;
      preview.errorCount += part.errors.length;
      preview.errors.push(...part.errors.slice(0, mostErrors - preview.errors.length));
    }
  }
  return preview;
}
