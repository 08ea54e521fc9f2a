import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document, ownerDocument, type Schema } from '../contract/contract.ts';

/**
 * Validates responses against the published document with a library that is independent of the server's own schemas, so
 * that fields which the server strips or transforms are checked too.
 */
const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);
const schemas = { ...document.components.schemas, ...ownerDocument.components.schemas };
ajv.addSchema(close({ components: { schemas } }) as object, 'document');

/**
 * The document leaves answers open to new fields; this server may send none that it does not name. A schema that says
 * itself what else may come stays as it is.
 */
function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const closed = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, close(value)]));
  return 'properties' in closed && closed.type === 'object' ? { additionalProperties: false, ...closed } : closed;
}

const validators = new Map<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const text = JSON.stringify(close(schema)).replaceAll('"$ref":"#/', '"$ref":"document#/');
  const made = ajv.compile(JSON.parse(text));
  validators.set(schema, made);
  return made;
}

/** Deviations of a response from its schema, at most 600 characters; null without any. */
export function findUntoldBody(schema: Schema | undefined, body: unknown): string | null {
  if (!schema) return 'no schema';
  const validate = validatorOf(schema);
  return validate(body) ? null : ajv.errorsText(validate.errors).slice(0, 600);
}
