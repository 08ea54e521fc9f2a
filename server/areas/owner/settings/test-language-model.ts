import { z } from 'zod';
import { askForJson, type LanguageModel } from '../../../platform/language-model.ts';
import type { Platform } from '../../../platform/platform.ts';
import { redact } from '../../../platform/text/redact.ts';
import type { LanguageModelTest } from './settings.schemas.ts';

const question = {
  instruction:
    'Add the two numbers of the JSON that follows. Answer with a JSON object such as {"sum": 9} and nothing else.',
  data: { numbers: [2, 3] },
  schema: z.object({ sum: z.literal(5) }),
};

/** Sends the model a small request, as insights do. Returns its duration or the error. */
export async function testLanguageModel(platform: Platform, model: LanguageModel): Promise<LanguageModelTest> {
  const begun = performance.now();
  const error = await askForJson(platform, model, question).then(
    () => null,
    (reason: Error) => redact(reason.message).slice(0, 500),
  );
  return { ok: error === null, latencyMs: Math.round(performance.now() - begun), error };
}
