import { z } from 'zod';
import { spokenLanguages } from '../platform/text/detect-language.ts';

/** Why something failed. */
export const Fault = z
  .object({
    code: z.string().describe('A stable word for programs.'),
    message: z.string().describe('What happened, for people.'),
  })
  .meta({ id: 'Fault' });

export const SpokenLanguage = z.enum(spokenLanguages).meta({ id: 'SpokenLanguage' });
