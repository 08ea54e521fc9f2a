/** The method of an operation, in a colour of its own. */
export const Method = ({ method }: { method: string }) => (
  <span className="method" data-method={method}>
    {method === 'DELETE' ? 'DEL' : method}
  </span>
);
