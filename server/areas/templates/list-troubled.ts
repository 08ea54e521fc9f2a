import type { Db } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/durations.ts';
import type { Provided } from '../../platform/wiring.ts';
import type { ChatTemplateRow } from './store.ts';
import type { TemplateTrouble, TemplateUse } from './trouble.schemas.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Lists what of an area sends the template, or will. */
    templateUses: (search: TemplateSearch) => Promise<TemplateUse[]>;
  }
}

export interface TemplateSearch {
  db: Db;
  workspaceId: string;
  template: { id: string; name: string; language: string };
}

const mostShown = 10;
const mostRead = 100;
/** A change that stops nothing is shown for a week. */
const shownForMs = 7 * dayMs;

/**
 * Templates that the vendor has paused, rejected or disabled since they were stored, while something sends them or for a
 * week; and those whose category it has changed within a week. The latest change first.
 */
export async function listTroubled(
  provided: Provided,
  db: Db,
  workspaceId: string,
  now: string,
): Promise<TemplateTrouble[]> {
  const weekAgo = new Date(Date.parse(now) - shownForMs).toISOString();
  const rows = await db
    .selectFrom('chat_templates')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where((where) =>
      where.or([
        where.and([where('status_at', 'is not', null), where('status', 'in', ['PAUSED', 'REJECTED', 'DISABLED'])]),
        where('category_at', '>=', weekAgo),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .limit(mostRead)
    .execute();
  const found: TemplateTrouble[] = [];
  for (const row of rows) {
    const search = { db, workspaceId, template: { id: row.id, name: row.name, language: row.language } };
    const uses = (await Promise.all(provided('templateUses').map((listUses) => listUses(search)))).flat();
    uses.sort((a, b) => a.kind.localeCompare(b.kind));
    found.push(...troublesOf(row, uses, weekAgo));
  }
  return found.sort((a, b) => b.since.localeCompare(a.since)).slice(0, mostShown);
}

function troublesOf(row: ChatTemplateRow, uses: TemplateUse[], weekAgo: string): TemplateTrouble[] {
  const { id: templateId, name, category, status, status_at: statusAt, category_at: categoryAt } = row;
  const about = { templateId, name, category, uses };
  const found: TemplateTrouble[] = [];
  if (statusAt !== null && status !== 'APPROVED' && status !== 'PENDING' && (uses.length > 0 || statusAt >= weekAgo)) {
    found.push({ ...about, problem: status, categoryWas: null, since: statusAt });
  }
  if (categoryAt !== null && row.category_was !== null && categoryAt >= weekAgo) {
    found.push({ ...about, problem: 'CATEGORY', categoryWas: row.category_was, since: categoryAt });
  }
  return found;
}
