import type { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { readProblems } from '../../../server/http/openapi/examples.ts';
import { describeProblems } from '../../../server/http/openapi/problems.ts';
import type { Operation } from '../../../server/http/operation.ts';
import type { OpenApiDocument } from './contract.ts';

/** Prefix that keeps these component names distinct from the published document's names. */
const prefix = 'Owner.';

/**
 * Describes the owner's operations in the format of the API document, which omits them, so that tests can be generated for
 * both.
 */
export function describeOwnerOperations(operations: readonly Operation[]): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const spec of operations) paths[spec.path] = { ...paths[spec.path], [spec.method]: describe(spec) };
  const made = createDocument({
    openapi: '3.1.0',
    info: { title: 'The console’s operations', version: '0.0.0' },
    components: { examples: readProblems() },
    paths,
  });
  const document: OpenApiDocument = JSON.parse(
    JSON.stringify(made).replaceAll('#/components/schemas/', `#/components/schemas/${prefix}`),
  );
  const { schemas = {} } = document.components;
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [prefix + name, schema]),
  );
  return document;
}

function describe(spec: Operation): ZodOpenApiOperationObject {
  return {
    ...(spec.query ? { requestParams: { query: spec.query } } : {}),
    ...(spec.body ? { requestBody: { content: { 'application/json': { schema: spec.body } } } } : {}),
    responses: { ...describeProblems(spec), [spec.success]: describeSuccess(spec) },
  };
}

function describeSuccess({ response, csv }: Operation) {
  if (response === null) return { description: 'No body' };
  const types = 'contentType' in response ? [response.contentType, ...(response.alternatives ?? [])] : [];
  const files = Object.fromEntries([...types, ...(csv ? ['text/csv'] : [])].map((type) => [type, { schema: {} }]));
  const json = 'contentType' in response ? {} : { 'application/json': { schema: response as z.ZodType } };
  return { description: 'Success', content: { ...json, ...files } };
}
