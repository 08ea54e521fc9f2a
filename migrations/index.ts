import { platform } from './0001-platform.ts';
import { files } from './0002-files.ts';
import { developers } from './0003-developers.ts';
import { library } from './0004-library.ts';
import { conversations } from './0005-conversations.ts';
import { crm } from './0006-crm.ts';
import { simulator } from './0007-simulator.ts';
import { contactsLeads } from './0008-contacts-leads.ts';
import { sales } from './0009-sales.ts';
import { qr } from './0010-qr.ts';
import { cloud } from './0011-cloud.ts';
import { templatesCatalogs } from './0012-templates-catalogs.ts';
import { knowledge } from './0013-knowledge.ts';
import { knowledgeChunks } from './0014-knowledge-chunks.ts';
import { agents } from './0015-agents.ts';
import { campaigns } from './0016-campaigns.ts';
import { consoleSessions } from './0017-console.ts';
import { flows } from './0018-flows.ts';
import { replies } from './0019-replies.ts';
import { integrations } from './0020-integrations.ts';
import { erasures } from './0021-erasures.ts';
import { messageMedia } from './0022-message-media.ts';
import type { Migration } from './migration.ts';

/** All migrations in order. Released steps never change; new ones are appended. */
export const migrations: Migration[] = [
  platform,
  files,
  developers,
  library,
  conversations,
  crm,
  simulator,
  contactsLeads,
  sales,
  qr,
  cloud,
  templatesCatalogs,
  knowledge,
  knowledgeChunks,
  agents,
  campaigns,
  consoleSessions,
  flows,
  replies,
  integrations,
  erasures,
  messageMedia,
];
