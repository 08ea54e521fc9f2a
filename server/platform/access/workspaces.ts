import { z } from 'zod';
import type { Db, Row, Table } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Language } from '../text/languages.ts';

declare module '../database/database.ts' {
  interface Tables {
    workspaces: Table<'workspaces', { language: Language; trial_locked: 0 | 1 }>;
  }
}

/** Limits of a workspace; an absent kind is unlimited. `messagesPerMonth` counts outbound messages. */
export const Limits = z.strictObject({
  channels: z.int().min(0).optional(),
  agents: z.int().min(0).optional(),
  contacts: z.int().min(0).optional(),
  messagesPerMonth: z.int().min(0).optional(),
  storageBytes: z.int().min(0).optional(),
});
export type Limits = z.infer<typeof Limits>;
export type LimitKind = keyof Limits;

export interface Workspace {
  id: string;
  name: string;
  /** ISO 3166 code by which local phone numbers are interpreted. */
  country: string;
  /** IANA zone of the workspace's days. */
  timezone: string;
  language: Language;
  limits: Limits;
  trialEndsAt: string | null;
  trialLocked: boolean;
  createdAt: string;
  updatedAt: string;
}

export const Timezone = z.string().refine(isTimezone, 'must be an IANA time zone such as America/Sao_Paulo');
export const Country = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as BR');

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The machine's time zone; UTC when it has no name, as with an empty `TZ`. */
export function machineTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimezone(timeZone) ? timeZone : 'UTC';
}

export function toWorkspace(row: Row<'workspaces'>): Workspace {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    timezone: row.timezone,
    language: row.language,
    limits: row.limits === '{}' ? {} : JSON.parse(row.limits),
    trialEndsAt: row.trial_ends_at,
    trialLocked: row.trial_locked === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface WorkspaceDraft {
  name: string;
  timezone: string;
  country: string;
  language: Language;
}

export async function insertWorkspace(db: Db, draft: WorkspaceDraft, now: string): Promise<Workspace> {
  const row = await db
    .insertInto('workspaces')
    .values({
      ...draft,
      id: newId('ws'),
      limits: '{}',
      trial_locked: 0,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toWorkspace(row);
}

export async function findWorkspace(db: Db, id: string): Promise<Workspace | null> {
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toWorkspace(row) : null;
}

export async function listWorkspaces(db: Db): Promise<Workspace[]> {
  const rows = await db.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(toWorkspace);
}

const countryOfZone: Record<string, string> = {
  'America/Sao_Paulo': 'BR',
  'Europe/Madrid': 'ES',
  'Europe/Lisbon': 'PT',
  'America/Mexico_City': 'MX',
  'America/Argentina/Buenos_Aires': 'AR',
  'America/Bogota': 'CO',
  'America/Santiago': 'CL',
  'America/Lima': 'PE',
  'America/New_York': 'US',
  'Europe/London': 'GB',
};

/**
 * Draft of the first workspace, in the machine's time zone and language; the wizard or the CLI changes it later. The
 * country follows from `timezone`.
 */
export function firstWorkspaceDraft(timezone = machineTimezone()): WorkspaceDraft {
  const { timeZone, locale } = Intl.DateTimeFormat('default', { timeZone: timezone }).resolvedOptions();
  const [language = 'en', region] = locale.split('-');
  return {
    name: 'My shop',
    timezone: timeZone,
    country: countryOfZone[timeZone] ?? region ?? 'BR',
    language: language === 'pt' || language === 'es' ? language : 'en',
  };
}
