import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { getLoadablePath } from 'sqlite-vec';
import type { Database, Db, SqliteHandle } from './database.ts';
import { rowsPerSegment } from './text-index.ts';

/** A table with columns `row`, `workspace_id`, `model` and `vector` (32-bit floats, unit length). */
export interface VectorTable {
  table: string;
}

export interface VectorQuery {
  workspaceId: string;
  model: string;
  segments: number[];
  vector: Float32Array;
  limit: number;
}

export interface NearRow {
  row: number;
  /** Cosine similarity; 1 for the same direction. */
  similarity: number;
}

/** Vectors compared per turn of the event loop when SQLite lacks the extension. */
const vectorsPerTurn = 500;

/** Loads the vector functions into a connection; false when no binary exists for this machine. */
export function loadVectorFunctions(handle: SqliteHandle): boolean {
  try {
    // In a desktop build the package is inside an archive, from which the system cannot load a library.
    handle.loadExtension(getLoadablePath().replace(`app.asar${sep}`, `app.asar.unpacked${sep}`));
    return true;
  } catch {
    return false;
  }
}

export const toBlob = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/**
 * Returns the rows of these segments with the nearest vectors, best first; computed by sqlite-vec, or in JavaScript
 * when it is missing.
 */
export async function findNearest(database: Database, table: VectorTable, query: VectorQuery): Promise<NearRow[]> {
  if (query.segments.length === 0) return [];
  return database.hasVectorFunctions()
    ? nearestBySqlite(database.read, table, query)
    : nearestHere(database, table, query);
}

async function nearestBySqlite(db: Db, { table }: VectorTable, query: VectorQuery): Promise<NearRow[]> {
  const { rows } = await sql<NearRow>`
    select v.row, 1 - vec_distance_cosine(v.vector, ${toBlob(query.vector)}) as similarity
    from json_each(${JSON.stringify(query.segments)}) as j
    join ${sql.table(table)} as v
      on v.row between j.value * ${sql.lit(rowsPerSegment)} and (j.value + 1) * ${sql.lit(rowsPerSegment)} - 1
    where v.workspace_id = ${query.workspaceId} and v.model = ${query.model} and length(v.vector) = ${query.vector.byteLength}
    order by similarity desc limit ${query.limit}
  `.execute(db);
  return rows;
}

async function nearestHere(database: Database, { table }: VectorTable, query: VectorQuery): Promise<NearRow[]> {
  const best: NearRow[] = [];
  for (const segment of query.segments) {
    let after = segment * rowsPerSegment - 1;
    for (;;) {
      const { rows } = await sql<{ row: number; vector: Buffer }>`
        select row, vector from ${sql.table(table)}
        where workspace_id = ${query.workspaceId} and model = ${query.model}
          and row > ${after} and row < ${(segment + 1) * rowsPerSegment}
        order by row limit ${sql.lit(vectorsPerTurn)}
      `.execute(database.read);
      for (const { row, vector } of rows) {
        if (vector.byteLength === query.vector.byteLength) best.push({ row, similarity: dot(query.vector, vector) });
      }
      best.sort((one, other) => other.similarity - one.similarity).splice(query.limit);
      after = rows.at(-1)?.row ?? after;
      if (rows.length < vectorsPerTurn) break;
      await nextTurn();
    }
  }
  return best;
}

function dot(one: Float32Array, bytes: Buffer): number {
  // A blob may start at any byte of a buffer; a Float32Array must be aligned.
  const other = new Float32Array(new Uint8Array(bytes).buffer);
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
