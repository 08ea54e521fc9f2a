import { z } from 'zod';
import { templateFault } from '../../../platform/text/text-template.ts';
import { PaymentMethod } from '../../orders/schemas.ts';
import { JsonValue, OnError, step, Text, textsIn, VariableName } from './step-parts.schemas.ts';

const Variables = z
  .record(VariableName, Text(2_000))
  .refine(
    (values) => Object.keys(values).length >= 1 && Object.keys(values).length <= 20,
    'must have 1 to 20 variables',
  );

export const SetVariables = step(
  'set',
  'Sets variables of the run.',
  z.strictObject({ values: Variables.describe('A text for each variable by its name; may contain {{variables}}.') }),
  { values: { city: 'São Paulo' } },
);

const Tags = z.array(z.string().trim().min(1).max(40)).max(20).default([]);
export const Tag = step(
  'tag',
  'Adds and removes tags of the contact; a new tag is created.',
  z
    .strictObject({
      add: Tags.describe('Names of tags to add.'),
      remove: Tags.describe('Names of tags to remove; one that the contact lacks is left out.'),
    })
    .refine(({ add, remove }) => add.length + remove.length > 0, {
      path: ['add'],
      message: 'needs at least one tag to add or remove',
    }),
  { add: ['cliente fiel'] },
);

const Reference = z.string().min(1).max(64);

const CardAction = z.enum(['create', 'move']).meta({
  id: 'FlowCardAction',
  description: '`create`: a new card; `move`: the newest card of the conversation.',
});

export const ConversationStage = step(
  'conversation_stage',
  'Moves the conversation to a stage.',
  z.strictObject({
    stageId: Reference.nullable().describe('Id of a stage of conversations; null removes it from its stage.'),
  }),
  { stageId: 'stage_01h455vb4pex5vsknk084sn02q' },
);

export const CrmCard = step(
  'crm_card',
  'Creates a card in a pipeline, which sets {{cardId}}, or moves the newest card of the conversation.',
  z
    .strictObject({
      action: CardAction,
      pipelineId: Reference.optional().describe('Id of the pipeline; needed to create a card.'),
      stageId: Reference.describe('Id of the stage in which the card then stands.'),
      title: Text(200, 1).optional().describe('Title of a new card; may contain {{variables}}.'),
      value: Text(100).optional().describe('An amount for a new card, such as {{orderTotal}}.'),
    })
    .refine(({ action, title, pipelineId }) => action === 'move' || (title !== undefined && pipelineId !== undefined), {
      path: ['title'],
      message: 'is needed with pipelineId to create a card',
    })
    .refine(({ action, title, value }) => action === 'create' || (title === undefined && value === undefined), {
      path: ['title'],
      message: 'must be absent, with value, when a card is moved',
    }),
  {
    action: 'create',
    pipelineId: 'pipe_01h455vb4pex5vsknk084sn02q',
    stageId: 'cst_01h455vb4pex5vsknk084sn02q',
    title: 'Pedido de {{contact.name}}',
  },
);

export const Lead = step(
  'lead',
  'Captures the contact as a lead of the agent and sets {{leadId}}. An existing lead stays as it is.',
  z.strictObject({
    name: Text(100).optional().describe('Name of the person; may contain {{variables}}.'),
    email: Text(254).optional().describe('May contain {{variables}}; left out if it is no e-mail address then.'),
    address: Text(200).optional().describe('Where the person lives; may contain {{variables}}.'),
    tags: z.array(z.string().trim().min(1).max(40)).max(50).optional().describe('Names of tags for the lead.'),
    data: z
      .record(z.string().min(1).max(60), Text(2_000))
      .optional()
      .describe('Your own fields by name; their texts may contain {{variables}}.'),
  }),
  { name: '{{contact.name}}', data: { interest: '{{interest}}' } },
);

const Item = z
  .strictObject({
    catalogItem: Text(300, 1)
      .optional()
      .describe('Id or name of an active catalog item of the agent; its price applies.'),
    name: Text(300, 1).optional().describe('Of something that is not in the catalog.'),
    unitPrice: Text(100).optional().describe('The price of one, for something that is not in the catalog.'),
    quantity: Text(100).default('1').describe('How many; a number or a {{variable}}.'),
    notes: Text(500).optional().describe('Wishes about this item.'),
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
  'Places an order of the customer. Sets {{orderId}}, {{orderNumber}} and {{orderTotal}}.',
  z.strictObject({
    items: z.array(Item).min(1).max(50).describe('What is ordered; all texts may contain {{variables}}.'),
    clientName: Text(200).default('{{contact.name}}').describe('Name of the customer on the order.'),
    paymentMethod: PaymentMethod.optional().describe('How it is paid for; open if absent.'),
    address: Text(200).optional().describe('Where it is delivered.'),
    deliveryFee: Text(100).optional().describe('An amount that is added to the total.'),
    notes: Text(500).optional().describe('Wishes about the whole order.'),
    onError: OnError,
  }),
  { items: [{ catalogItem: '{{pizza}}', quantity: '{{quantity}}' }], address: '{{address}}' },
);

const safeUrl = Text(2_000).refine(
  (text) => /^https?:\/\/[^/?#{}@\s]+([/?#]|$)/i.test(text),
  'must begin with http:// or https:// and a host without {{variables}}, user name or password',
);

const HttpMethod = z
  .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  .meta({ id: 'HttpMethod', description: 'The method of an HTTP request.' });

const httpConfig = z.strictObject({
  method: HttpMethod.default('GET'),
  url: safeUrl.describe('Values of variables are percent-encoded.'),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,80}$/, 'is not a header name: use 1 to 80 letters, digits and -'),
      Text(2_000),
    )
    .refine((headers) => Object.keys(headers).length <= 20, 'must have 20 headers at most')
    .default({})
    .describe('Headers of the request by name; their values may contain {{variables}}.'),
  body: JsonValue.optional()
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
    .describe('Any JSON value of at most 20,000 characters; its texts may contain {{variables}}. Absent: no body.'),
  timeoutSeconds: z.int().min(1).max(30).default(10).describe('A later answer is a failure.'),
  map: z
    .array(
      z.strictObject({
        variable: VariableName.describe('Name of the variable that gets the value.'),
        path: z
          .string()
          .max(200)
          .regex(/^(\/[^/]*)*$/, 'must be a JSON pointer such as /data/0/name')
          .describe('A JSON pointer (RFC 6901) into the response.'),
      }),
    )
    .max(20)
    .default([])
    .describe('What is read from the JSON of the response.'),
  onError: OnError,
});

export const Http = step(
  'http',
  'Calls a server under the outbound rules. Sets {{httpStatus}}. A status of 400 or more is a failure.',
  httpConfig,
  {
    method: 'POST',
    url: 'https://example.com/coupons',
    body: { phone: '{{contact.phone}}' },
    map: [{ variable: 'coupon', path: '/code' }],
  },
);
