import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document } from '../contract/contract.ts';

/**
 * Validates responses against the published document with a library that is independent of the server's own schemas, so
 * that fields which the server strips or transforms are checked too.
 */
const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const validators = new Map<string, ValidateFunction>();

const toPointerPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function validatorOf(route: string, status: number, contentType: string): ValidateFunction {
  const [method = '', path = ''] = route.split(' ');
  const parts = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', contentType, 'schema'];
  const pointer = parts.map(toPointerPart).join('/');
  const known = validators.get(pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `document#/${pointer}` });
  validators.set(pointer, made);
  return made;
}

/** Deviations of a response from the document, at most 600 characters; null without any. */
export function findUntoldBody(route: string, status: number, contentType: string, body: unknown): string | null {
  const validate = validatorOf(route, status, contentType);
  return validate(body) ? null : ajv.errorsText(validate.errors).slice(0, 600);
}
