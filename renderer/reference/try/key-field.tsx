/** The API key with which calls are tried; it stays in this tab. */
export const KeyField = ({ value, onChange }: { value: string; onChange(key: string): void }) => (
  <div>
    <label>
      API key
      <input
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
    <p className="hint">
      It stays in this tab until you close it. Owners make keys{' '}
      <a href="/keys" target="_blank" rel="noreferrer">
        in the console
      </a>
      .
    </p>
  </div>
);
