import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { fold } from '../../../platform/database/fold.ts';
import { Language } from '../../../platform/text/languages.ts';
import { assertAgent } from '../../agents/index.ts';
import { flowTarget } from '../operations.ts';
import { Flow, FlowDraft } from '../schemas.ts';
import { persistMediaLinks } from '../steps/persist-media-links.ts';
import { FlowTemplate, readTemplates } from '../templates/read-templates.ts';
import { createFlow } from './change-flow.ts';
import { Checked, DraftToCheck } from './check.schemas.ts';
import { checkDraft } from './check-draft.ts';

/** A flow as a file, without what belongs to one shop only: its id, its agent, whether it is on. */
const FlowFile = z.strictObject({
  format: z.literal('frontdesk-flow'),
  version: z.literal(1),
  ...FlowDraft.omit({ aiAgentId: true }).shape,
});

const toFileName = (name: string): string =>
  `${
    fold(name)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'flow'
  }.flow.json`;

/** What the console's editor needs beyond the API. */
export const editorOperations = {
  checkFlowDraft: operation({
    method: 'post',
    path: '/owner/flows/check',
    scope: 'owner',
    summary: 'Find all faults of a flow that is being edited',
    description: 'A fault of the draft is never a 400. A step that cannot be read hides no fault of the others.',
    tx: 'read',
    body: DraftToCheck,
    success: 200,
    response: Checked,
    run: async ({ db, workspace, body }) => ({ faults: await checkDraft(db, workspace.id, body) }),
  }),

  listFlowTemplates: operation({
    method: 'get',
    path: '/owner/flow-templates',
    scope: 'owner',
    summary: 'List the ready-made flows',
    tx: 'read',
    query: z.object({ language: Language.optional().describe("Defaults to the shop's.") }),
    success: 200,
    response: z.object({ data: z.array(FlowTemplate) }),
    run: async ({ workspace: { language, country }, query }) => ({
      data: readTemplates(query.language ?? language, country),
    }),
  }),

  exportFlow: operation({
    method: 'get',
    path: '/owner/flows/{id}/export',
    scope: 'owner',
    summary: 'Get a flow as a file',
    description: 'The file holds what the steps hold, such as the headers of a call to a server.',
    tx: 'read',
    target: flowTarget,
    success: 200,
    response: { contentType: 'application/json; charset=utf-8' },
    async run({ target: { name, trigger, steps } }) {
      const file: z.input<typeof FlowFile> = { format: 'frontdesk-flow', version: 1, name, trigger, steps };
      return { fileName: toFileName(name), chunks: [JSON.stringify(file, null, 2)] };
    },
  }),

  importFlow: operation({
    method: 'post',
    path: '/owner/flows/import',
    scope: 'owner',
    summary: 'Create a flow from a file',
    description:
      'The flow begins as DRAFT. What it refers to need not exist here: `checkFlowDraft` names what is missing.',
    tx: 'write',
    body: z.strictObject({ aiAgentId: z.string().min(1).max(64), file: FlowFile }),
    success: 201,
    response: Flow,
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ platform, body, newId, ...work }) {
      const { db, workspace } = work;
      await assertAgent(db, workspace.id, body.aiAgentId, 'body.aiAgentId');
      const { name, trigger } = body.file;
      const steps = await persistMediaLinks(platform, work, body.file.steps, 'body.file');
      return createFlow(work, { id: newId('flow'), aiAgentId: body.aiAgentId, name, trigger, steps });
    },
  }),
} satisfies Operations;
