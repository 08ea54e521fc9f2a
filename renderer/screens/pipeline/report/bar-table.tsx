interface BarRow {
  id: string;
  name: string;
  value: number;
  /** Filled part of the bar; absent: all of it. */
  part?: number;
  /** Texts of the columns behind the name. */
  cells: string[];
}

interface BarTableProps {
  /** Heads of the name's and the other columns. */
  columns: string[];
  rows: BarRow[];
}

/** A table with a bar in each row, so that the plot and its figures are one. */
export function BarTable({ columns: [name = '', ...others], rows }: BarTableProps) {
  const most = Math.max(1e-9, ...rows.map(({ value }) => value));
  return (
    <table className="pl-bars">
      <thead>
        <tr>
          <th scope="col">{name}</th>
          {others.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name: label, value, part = value, cells }) => (
          <tr key={id}>
            <th scope="row">
              {label}
              <svg className="pl-bar" aria-hidden>
                <rect className="pl-bar-all" width={`${(value / most) * 100}%`} height="100%" rx="3" />
                <rect className="pl-bar-part" width={`${(part / most) * 100}%`} height="100%" rx="3" />
              </svg>
            </th>
            {cells.map((cell, index) => (
              <td key={others[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
