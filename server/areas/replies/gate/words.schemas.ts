import { z } from 'zod';
import { Text, template } from '../../../platform/text/fill.ts';

/** `about` is the name or quotation that the fault is about. */
const TextAbout = template('about');

/** Texts for the owner about a case. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const GateWords = z.strictObject({
  expected: z.strictObject({
    faq: Text,
    knowledge: Text,
    fallback: Text,
    price: Text,
    noPrice: Text,
    gone: Text,
    ignored: Text,
    noInstructions: Text,
    person: Text,
    closed: Text,
    hours: Text,
    calm: Text,
    private: Text,
    honest: Text,
    ownLanguage: Text,
  }),
  advice: z.strictObject({
    faqSilent: TextAbout,
    faqForbidden: TextAbout,
    knowledgeSilent: Text,
    invented: Text,
    fallbackMissing: Text,
    deadEnd: Text,
    priceMissing: TextAbout,
    foreignPrice: TextAbout,
    followsInstruction: Text,
    speaksToMachines: TextAbout,
    sourceSpeaksToMachines: TextAbout,
    noHandoff: TextAbout,
    closedMissing: Text,
    neverOpen: Text,
    overlap: TextAbout,
    hoursDiffer: TextAbout,
    otherLanguage: TextAbout,
    wrongLanguage: Text,
    insults: Text,
    claimsHuman: TextAbout,
    unfinished: TextAbout,
    personalData: TextAbout,
    breaksRule: TextAbout,
    silent: Text,
  }),
});
export type GateWords = z.infer<typeof GateWords>;
