import { z } from 'zod';
import { templateFault } from '../../../platform/text/text-template.ts';
import { OnError, step, Text, textsIn, VariableName } from './step-parts.schemas.ts';

const Variables = z
  .record(VariableName, Text(2_000))
  .refine(
    (values) => Object.keys(values).length >= 1 && Object.keys(values).length <= 20,
    'must have 1 to 20 variables',
  );

export const SetVariables = step('set', z.strictObject({ values: Variables }), { values: { city: 'São Paulo' } });

const Tags = z.array(z.string().trim().min(1).max(40)).max(20).default([]);
export const Tag = step(
  'tag',
  z.strictObject({ add: Tags, remove: Tags }).refine(({ add, remove }) => add.length + remove.length > 0, {
    path: ['add'],
    message: 'needs at least one tag to add or remove',
  }),
  { add: ['cliente fiel'] },
);

const Reference = z.string().min(1).max(64);

export const ConversationStage = step(
  'conversation_stage',
  z.strictObject({ stageId: Reference.nullable().describe('Null removes the conversation from its stage.') }),
  { stageId: 'stage_01h455vb4pex5vsknk084sn02q' },
);

export const CrmCard = step(
  'crm_card',
  z
    .strictObject({
      action: z.enum(['create', 'move']),
      pipelineId: Reference.optional(),
      stageId: Reference,
      title: Text(200, 1).optional(),
      value: Text(100).optional().describe('An amount, such as {{orderTotal}}.'),
    })
    .refine(({ action, title, pipelineId }) => action === 'move' || (title !== undefined && pipelineId !== undefined), {
      path: ['title'],
      message: 'is needed with pipelineId to create a card',
    })
    .refine(({ action, title, value }) => action === 'create' || (title === undefined && value === undefined), {
      path: ['title'],
      message: 'must be absent, with value, when a card is moved',
    })
    .describe('`create` sets {{cardId}}. `move` moves the newest card of the conversation.'),
  {
    action: 'create',
    pipelineId: 'pipe_01h455vb4pex5vsknk084sn02q',
    stageId: 'cst_01h455vb4pex5vsknk084sn02q',
    title: 'Pedido de {{contact.name}}',
  },
);

export const Lead = step(
  'lead',
  z
    .strictObject({
      name: Text(100).optional(),
      email: Text(254).optional(),
      address: Text(200).optional(),
      tags: z.array(z.string().trim().min(1).max(40)).max(50).optional(),
      data: z.record(z.string().min(1).max(60), Text(2_000)).optional(),
    })
    .describe('Captures the contact as a lead of the agent and sets {{leadId}}. An existing lead stays as it is.'),
  { name: '{{contact.name}}', data: { interest: '{{interest}}' } },
);

const Item = z
  .strictObject({
    catalogItem: Text(300, 1)
      .optional()
      .describe('Id or name of an active catalog item of the agent; its price applies.'),
    name: Text(300, 1).optional(),
    unitPrice: Text(100).optional(),
    quantity: Text(100).default('1'),
    notes: Text(500).optional(),
  })
  .refine(
    ({ catalogItem, name, unitPrice }) => catalogItem !== undefined || (name !== undefined && unitPrice !== undefined),
    {
      path: ['catalogItem'],
      message: 'is needed unless the item has a name and a unitPrice',
    },
  )
  .refine(
    ({ catalogItem, name, unitPrice }) => catalogItem === undefined || (name === undefined && unitPrice === undefined),
    {
      path: ['name'],
      message: 'must be absent with unitPrice when catalogItem is given',
    },
  );

export const Order = step(
  'order',
  z
    .strictObject({
      items: z.array(Item).min(1).max(50),
      clientName: Text(200).default('{{contact.name}}'),
      paymentMethod: z.enum(['PIX', 'CREDIT_CARD', 'DEBIT_CARD', 'CASH', 'BOLETO']).optional(),
      address: Text(200).optional(),
      deliveryFee: Text(100).optional(),
      notes: Text(500).optional(),
      onError: OnError,
    })
    .describe('Sets {{orderId}}, {{orderNumber}} and {{orderTotal}}.'),
  { items: [{ catalogItem: '{{pizza}}', quantity: '{{quantity}}' }], address: '{{address}}' },
);

const safeUrl = Text(2_000).refine(
  (text) => /^https?:\/\/[^/?#{}@\s]+([/?#]|$)/i.test(text),
  'must begin with http:// or https:// and a host without {{variables}}, user name or password',
);

const httpConfig = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: safeUrl.describe('Values of variables are percent-encoded.'),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,80}$/, 'is not a header name: use 1 to 80 letters, digits and -'),
      Text(2_000),
    )
    .refine((headers) => Object.keys(headers).length <= 20, 'must have 20 headers at most')
    .default({}),
  body: z
    .json()
    .optional()
    .refine(
      (body) => body === undefined || JSON.stringify(body).length <= 20_000,
      'must have 20,000 characters of JSON at most',
    )
    .superRefine((body, context) => {
      const fault = textsIn(body)
        .map(templateFault)
        .find((found) => found !== null);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .describe('Sent as JSON; its texts may contain {{variables}}.'),
  timeoutSeconds: z.int().min(1).max(30).default(10),
  map: z
    .array(
      z.strictObject({
        variable: VariableName,
        path: z
          .string()
          .max(200)
          .regex(/^(\/[^/]*)*$/, 'must be a JSON pointer such as /data/0/name')
          .describe('A JSON pointer (RFC 6901) into the response.'),
      }),
    )
    .max(20)
    .default([]),
  onError: OnError,
});

export const Http = step(
  'http',
  httpConfig.describe(
    'Calls a server under the outbound rules. Sets {{httpStatus}}. A status of 400 or more is a failure.',
  ),
  {
    method: 'POST',
    url: 'https://example.com/coupons',
    body: { phone: '{{contact.phone}}' },
    map: [{ variable: 'coupon', path: '/code' }],
  },
);
