import { ScrollBox } from '../../components/ScrollBox.tsx'
import classes from './Statistics.module.css'

interface FigureTableProps {
  label: string
  head: string[]
  rows: (string | number)[][]
  nothing?: string
  /** True for a table with many rows, which scrolls inside its box. */
  tall?: boolean
}

export function FigureTable({ label, head, rows, nothing = '没有记录。', tall }: FigureTableProps) {
  const called = { 'aria-label': `${label}数据表` }
  if (rows.length === 0) return <p className={classes.note}>{nothing}</p>
  return (
    <ScrollBox name={called} className={tall ? `${classes.scroll} ${classes.tall}` : classes.scroll}>
      <table {...called} className={classes.table}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two courses may have one name; rows are never moved
            <tr key={index}>
              <th scope="row">{name}</th>
              {figures.map((figure, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                <td key={column}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
