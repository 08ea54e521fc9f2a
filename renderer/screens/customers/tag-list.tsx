/** Tags with their colours; those above `most` are counted. */
export function TagList({
  tags,
  most = Number.POSITIVE_INFINITY,
}: {
  tags: { name: string; color: string }[];
  most?: number;
}) {
  const rest = tags.length - most;
  return (
    <span className="cu-tags">
      {tags.slice(0, most).map(({ name, color }) => (
        <span key={name} className="cu-tag">
          <span className="cu-dot" style={{ background: color }} aria-hidden />
          {name}
        </span>
      ))}
      {rest > 0 && (
        <span
          className="cu-tag"
          title={tags
            .slice(most)
            .map(({ name }) => name)
            .join(', ')}
        >
          +{rest}
        </span>
      )}
    </span>
  );
}
