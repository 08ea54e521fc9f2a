import { events } from '../../server/areas/events.ts';
import { areas } from '../../server/areas/index.ts';
import { buildOpenApi } from '../../server/http/openapi/openapi.ts';
import { version } from '../../server/version.ts';

/** The parts of a schema of the API document from which a type follows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface DocumentedOperation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean; description?: string };
  responses: Record<string, Content>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: Record<string, { post: DocumentedOperation }>;
  components: { schemas: Record<string, Schema> };
}

/** The API document of this checkout, as `GET /api/openapi.json` answers it. */
export const readDocument = (): ApiDocument => buildOpenApi(areas, events, version) as ApiDocument;

/** The name of the component to which a schema refers; undefined for a schema of its own. */
export const referenceOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);
