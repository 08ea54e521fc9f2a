import { z } from 'zod';
import { template } from '../../../platform/text/fill.ts';

const Text = z.string().trim().min(1);
/** `about` is what the fault is with: a name, a quotation. */
const TextAbout = template('about');

/** What the owner reads of a case: the shape of `words/<language>.json`. `test/content.test.ts` holds the files against it. */
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
