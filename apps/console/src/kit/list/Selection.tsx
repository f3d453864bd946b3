import { Button, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import classes from './Selection.module.css'

/** @param scope clears the selection when it changes */
export function useSelection<Row extends { id: string }>(shown: readonly Row[] = [], scope = '') {
  const [state, setState] = useState<{ scope: string; rows: readonly Row[] }>({ scope, rows: [] })
  const kept = state.scope === scope ? state.rows : []
  const setKept = (rows: readonly Row[]) => setState({ scope, rows })
  const now = new Map(shown.map((row) => [row.id, row]))
  const chosen = kept.map((row) => now.get(row.id) ?? row)
  const choose = (ids: readonly unknown[]) =>
    setKept([...new Map([...kept, ...shown].map((row) => [row.id, row])).values()].filter(({ id }) => ids.includes(id)))
  return {
    chosen,
    choose,
    clear: () => setKept([]),
    /** @param nameOf accessible name of a row @param whyNot reason why a row cannot be selected */
    rows: (
      nameOf: (row: Row) => string,
      whyNot: (row: Row) => string | undefined = () => undefined,
    ): TableProps<Row>['rowSelection'] => ({
      selectedRowKeys: chosen.map(({ id }) => id),
      onChange: (ids) => choose(ids),
      getCheckboxProps: (row) => {
        const why = whyNot(row)
        const label = `选择${nameOf(row)}`
        return why ? { disabled: true, title: why, 'aria-label': `${label}：${why}` } : { 'aria-label': label }
      },
    }),
  }
}

interface SelectionBarProps {
  count: number
  unit: string
  most: number
  onClear: () => void
  /** Renders the actions, which must be disabled if too many rows are selected. */
  children: (tooMany: boolean) => ReactNode
}

export function SelectionBar({ count, unit, most, onClear, children }: SelectionBarProps) {
  if (count === 0) return null
  const tooMany = count > most
  return (
    <section className={classes.bar} aria-label="批量操作">
      <strong className="figures" role="status">
        已选 {count} {unit}
      </strong>
      {children(tooMany)}
      <Button type="text" onClick={onClear}>
        取消选择
      </Button>
      {tooMany && (
        <span className={classes.tooMany}>
          一次最多 {most} {unit}，请少选一些。
        </span>
      )}
    </section>
  )
}
