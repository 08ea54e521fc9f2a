import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { getLoadablePath } from 'sqlite-vec';
import type { Database, Db, SqliteHandle } from './database.ts';
import { rowsPerSegment } from './text-index.ts';

/** A table with the columns `row`, `workspace_id`, `model` and `vector` (32-bit floats of unit length). */
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
  /** Cosine, 1 for the same direction. */
  similarity: number;
}

/** Vectors that are compared before others get a turn, where SQLite cannot do it. */
const vectorsPerTurn = 500;

/** Adds the vector functions to a connection; false where there is no binary for this machine. */
export function loadVectorFunctions(handle: SqliteHandle): boolean {
  try {
    // Inside a desktop build the package is an archive, which the system cannot load a library from.
    handle.loadExtension(getLoadablePath().replace(`app.asar${sep}`, `app.asar.unpacked${sep}`));
    return true;
  } catch {
    return false;
  }
}

export const toBlob = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** The rows of these segments whose vectors are nearest, best first: by sqlite-vec, or here where it is missing. */
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
  // A blob may begin anywhere in a buffer; floats may not.
  const other = new Float32Array(new Uint8Array(bytes).buffer);
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
