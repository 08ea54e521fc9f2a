/** Removes the bounds of a JavaScript number, which the schema library gives every integer and which say nothing. */
export function dropEmptyBounds(jsonSchema: { minimum?: number; maximum?: number }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
