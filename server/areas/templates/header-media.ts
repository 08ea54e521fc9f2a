import type { FileKind } from '../../platform/files/file-kind.ts';
import { invalid } from '../../platform/problem.ts';
import { type ChatTemplateRow, componentsOf } from './store.ts';
import type { Component } from './template-variables.ts';

const mib = 1024 * 1024;
/** Accepted types of a media header with their maximum bytes (vendor's media limits). */
const largestHeader: Record<string, number> = {
  'image/jpeg': 5 * mib,
  'image/png': 5 * mib,
  'video/mp4': 16 * mib,
  'application/pdf': 100 * mib,
};

export const largestHeaderFile = 100 * mib;

/** Throws 400 for a file that the vendor accepts in no header. */
export function assertHeaderFile(
  field: string,
  { contentType, sizeBytes }: { contentType: string; sizeBytes: number },
) {
  const most = largestHeader[contentType];
  if (most === undefined) throw invalid(field, `A header accepts JPEG, PNG, MP4 or PDF, not ${contentType}`);
  if (sizeBytes > most) throw invalid(field, `${contentType} may have at most ${most} bytes`);
}

/** The kind of file that the header of these components needs; null for a text or no header. */
export function headerKindOf(components: Component[]): FileKind | null {
  const format = components.find((component) => component.type === 'HEADER')?.format ?? 'TEXT';
  return format === 'TEXT' ? null : (format as FileKind);
}

/** The kind of file that a template needs in its header; null if it takes none. */
export const headerKind = (row: ChatTemplateRow): FileKind | null => headerKindOf(componentsOf(row));

/** What is wrong with a file, or with its absence, in the header; null if it fits. */
export function headerFaultOf(components: Component[], given: FileKind | null): string | null {
  const wanted = headerKindOf(components);
  if (wanted === given) return null;
  return wanted ? `The header of this template needs ${wanted}` : 'This template does not accept media';
}

/** Throws 400 for a file that the header of the template does not take. */
export function assertFitsHeader(
  row: ChatTemplateRow,
  field: string,
  file: { kind: FileKind; contentType: string; sizeBytes: number },
): void {
  const fault = headerFaultOf(componentsOf(row), file.kind);
  if (fault !== null) throw invalid(field, fault);
  // A local template is sent as a message of its own, for which the channel's limits hold.
  if (row.local === 0) assertHeaderFile(field, file);
}
