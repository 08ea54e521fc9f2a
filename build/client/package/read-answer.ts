const tags = new WeakMap<object, string>();

/**
 * The ETag of a resource that the client answered: its state at that time. Throws for anything else, since a change
 * without it would overwrite what others did.
 */
export function etagOf(resource: object): string {
  const tag = tags.get(resource);
  if (tag === undefined) throw new TypeError('Only a resource that the client answered by itself has an ETag');
  return tag;
}

/** Reads JSON or text; undefined for an answer without a body. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (!response.headers.get('Content-Type')?.includes('json')) return response.text();
  const answer: unknown = await response.json();
  const tag = response.headers.get('ETag');
  if (tag !== null && typeof answer === 'object' && answer !== null) tags.set(answer, tag);
  return answer;
}
