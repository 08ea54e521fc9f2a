import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { document, specified } from './support/contract/contract.ts';

/** Loading and running the rules takes seconds, more on a busy machine. */
const patienceMs = 180_000;

test(
  'the API document passes the recommended rules of Redocly, but for the paths that the specification makes ambiguous',
  async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintDocument({
      document: makeDocumentFromString(JSON.stringify(document), 'openapi.json'),
      externalRefResolver: new BaseResolver(config.resolve),
      config,
    });
    const told = found.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message].join(' '));
    const isAmbiguous = (finding: string): boolean => finding.startsWith('no-ambiguous-paths ');
    expect(told.filter((finding) => !isAmbiguous(finding))).toEqual([]);
    // No id is spelled `bindings` or `sync-jobs`, and a literal segment takes precedence.
    expect(told.filter(isAmbiguous).map((finding) => finding.split(' ')[1])).toEqual([
      '#/paths/~1api~1integrations~1bindings~1{bindingId}',
      '#/paths/~1api~1integrations~1sync-jobs~1{jobId}',
    ]);
    expect(specified.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/api/integrations/{installationId}/check',
        '/api/integrations/bindings/{bindingId}',
        '/api/integrations/sync-jobs/{jobId}/retry',
      ]),
    );
  },
  patienceMs,
);

/**
 * The document without its recorded examples, which Redocly checks. Spectral reads patterns without Unicode, and takes an
 * object in an example for a schema when one of its fields is named `example`.
 */
function withoutExamples(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutExamples);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => !('schema' in node && name === 'example'));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutExamples(value)]));
}

test(
  'the API document passes the recommended OpenAPI rules of Spectral',
  async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    const found = await spectral.run(withoutExamples(document) as Record<string, unknown>);
    expect(found.map(({ code, message, path }) => `${code} ${path.join('/')} ${message}`)).toEqual([]);
  },
  patienceMs,
);
