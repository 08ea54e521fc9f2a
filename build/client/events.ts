import { type ApiDocument, referenceOf } from './document.ts';
import type { ModelWriter } from './models.ts';
import { toTypeName } from './type-names.ts';

/** Declares an interface for each kind of event, and the union of all. */
export function declareEvents({ webhooks }: ApiDocument, models: ModelWriter): void {
  const names = Object.entries(webhooks).map(([kind, { post }]) => {
    const name = `${toTypeName(kind)}Event`;
    const envelope = post.requestBody?.content?.['application/json']?.schema;
    const data = referenceOf(envelope?.properties?.data ?? {});
    if (!envelope || !data) throw new Error(`The event ${kind} has no payload with a name`);
    models.declareEvent(name, { ...envelope, description: post.summary }, data);
    return name;
  });
  models.declareType('FrontdeskEvent', names.join(' | '), 'Any event, as webhooks and the live stream tell it.');
}
