import { EmptyState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Segmented, type TableProps } from 'antd'
import { ChoiceStrip } from '../ChoiceStrip.tsx'
import type { PageOf } from '../ListPages.tsx'
import { ListTable } from '../ListTable.tsx'
import classes from './Import.module.css'
import { type RowAction, rowActions, type useRowFilter } from './use-row-filter.ts'

interface ReportRow {
  no: number
  problems: readonly { column: string; problem: string }[]
}

interface ImportRowsProps<Row extends ReportRow> {
  /** 逐行结果 */
  label: string
  /** 名, 道 … */
  unit: string
  filter: ReturnType<typeof useRowFilter>
  /** what each kind of rows is called, with how many */
  names: Readonly<Record<RowAction, string>>
  query: UseQueryResult<PageOf<Row>>
  /** said when there are none of the kind */
  none: string
  columns: TableProps<Row>['columns']
  expandable?: TableProps<Row>['expandable']
}

/** The report of a dry run, row by row. */
export function ImportRows<Row extends ReportRow>(props: ImportRowsProps<Row>) {
  const { label, unit, filter, names, query, none, columns, expandable } = props
  return (
    <section aria-label={label}>
      <ChoiceStrip className={classes.kinds}>
        <Segmented<RowAction>
          aria-label="结果"
          value={filter.action}
          options={rowActions.map((value) => ({ value, label: names[value] }))}
          onChange={(rows) => filter.set({ rows })}
        />
      </ChoiceStrip>
      <ListTable
        label={label}
        unit={unit}
        query={query}
        columns={columns}
        rowKey="no"
        empty={<EmptyState title={none} />}
        expandable={expandable}
      />
    </section>
  )
}

/** In its place a month after the writing. */
export function RowsGone({ label }: Pick<ImportRowsProps<ReportRow>, 'label'>) {
  return <EmptyState title={`${label}已不再保留`}>写入一个月后，这里只有写入的数目。</EmptyState>
}

/** Where a row stands in the file. */
export const placeColumn = {
  key: 'no',
  title: '行号',
  width: 72,
  align: 'right',
  dataIndex: 'no',
} as const

/** Why a row cannot be imported, by column. */
export const problemsColumn = {
  key: 'problems',
  title: '原因',
  width: '42%',
  render: (_: unknown, { problems }: ReportRow) =>
    problems.length === 0 ? '—' : <Problems problems={problems} />,
} as const

function Problems({ problems }: Pick<ReportRow, 'problems'>) {
  return (
    <ul className={classes.problems}>
      {problems.map(({ column, problem }) => (
        <li key={column + problem}>
          {column && <strong>{column}：</strong>}
          {problem}
        </li>
      ))}
    </ul>
  )
}
