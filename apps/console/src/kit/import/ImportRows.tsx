import type { TableImportCalls, TableReport, TableReportRow } from '@ce/client/import-calls.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { Segmented, type TableColumnType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { ChoiceStrip } from '../list/ChoiceStrip.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { useUrlFilters } from '../list/use-url-filters.ts'
import classes from './Import.module.css'
import type { TableImportFields } from './mapping.ts'
import { defaultRowView, importRowViewLabels, importRowViewsOf } from './report.ts'

export interface ImportRowsConfig<Field extends string, Report, Row extends TableReportRow> {
  columns?: readonly Field[]
  /** Custom cells by field; where one returns null, the field is shown as text. */
  cells?: Readonly<Partial<Record<Field, (row: Row, report: Report) => ReactNode>>>
  resultWidth?: number
  expandable?: TableProps<Row>['expandable']
}

interface ImportRowsProps<Field extends string, Report, Row extends TableReportRow>
  extends ImportRowsConfig<Field, Report, Row> {
  report: Report
  useRows: TableImportCalls<never, never, Row>['useRows']
  unit: string
  fields: TableImportFields<Field>
}

/** The URL contains the row filter and the page. */
export function ImportRows<Field extends string, Report extends TableReport<Field>, Row extends TableReportRow>(
  props: ImportRowsProps<Field, Report, Row>,
) {
  const { report, useRows, unit, fields, cells, resultWidth, expandable } = props
  const { importId, state, counts, mapping } = report
  const { words } = fields
  const { oneOf, set, page, pageSize } = useUrlFilters()
  const offered = importRowViewsOf(report)
  // A finished import has no unwritten rows, so that filter is not offered.
  const show = oneOf('rows', offered) ?? defaultRowView(report)
  const query = useRows({ importId, show, page, pageSize })
  const shown = props.columns ?? fields.all.filter((field) => mapping.includes(field))
  return (
    <section aria-label="逐行结果">
      <ImportRowKindFilter
        value={show}
        options={offered.map((value) => ({
          value,
          label: `${importRowViewLabels(value, state)} ${counts[value]}`,
        }))}
        onChange={(value) => set({ rows: value })}
      />
      <ListTable
        label="逐行结果"
        unit={unit}
        query={query}
        columns={[
          placeColumn,
          resultColumn<Row>(state, shown, words, resultWidth),
          ...shown.map((field) => fieldColumn<Row>(field, words[field], (row) => cells?.[field]?.(row, report))),
        ]}
        rowKey="no"
        empty={<EmptyState title={`没有“${importRowViewLabels(show, state)}”的行`} />}
        expandable={expandable}
      />
    </section>
  )
}

interface RowKindsProps<Kind extends string> {
  value: Kind
  options: { value: Kind; label: string }[]
  onChange: (kind: Kind) => void
}

export function ImportRowKindFilter<Kind extends string>({ value, options, onChange }: RowKindsProps<Kind>) {
  return (
    <ChoiceStrip className={classes.kinds}>
      <Segmented<Kind> aria-label="看哪些行" value={value} options={options} onChange={onChange} />
    </ChoiceStrip>
  )
}

export function ImportRowsDeletedNotice() {
  return <EmptyState title="逐行结果已不再保留">写入一个月后，这里只有写入的数目。</EmptyState>
}

const placeColumn = {
  key: 'no',
  title: '行号',
  width: 64,
  align: 'right',
  dataIndex: 'no',
} as const

const marks: Readonly<Record<TableReportRow['action'], StatusKind>> = {
  CREATE: 'todo',
  SAME: 'todo',
  REFUSE: 'error',
  WRITTEN: 'done',
}

/** @param words display names of the fields */
function resultColumn<Row extends TableReportRow>(
  state: TableReport<string>['state'],
  shown: readonly string[],
  words: Readonly<Record<string, string>>,
  width = 132,
): TableColumnType<Row> {
  const isElsewhere = (field: string | null) => field === null || !shown.includes(field)
  return {
    key: 'result',
    title: '结果',
    width,
    render: (_, row) => (
      <>
        <StatusMark kind={marks[row.action]}>{importRowViewLabels(row.action, state)}</StatusMark>
        <About row={row} isAbout={isElsewhere} words={words} />
      </>
    ),
  }
}

function fieldColumn<Row extends TableReportRow>(
  field: string,
  title: string,
  shown: (row: Row) => ReactNode,
): TableColumnType<Row> {
  return {
    key: field,
    title,
    render: (_, row) => (
      <div className={classes.cell}>
        {shown(row) ?? <Value row={row} field={field} />}
        <About row={row} isAbout={(one) => one === field} />
      </div>
    ),
  }
}

function Value({ row, field }: { row: TableReportRow; field: string }) {
  const value = row.shown[field]
  if (!value) return <span className={classes.empty}>—</span>
  const isFaulty = row.problems.some((one) => one.field === field)
  return <span className={isFaulty ? classes.faulty : undefined}>{value}</span>
}

interface AboutProps {
  row: TableReportRow
  isAbout: (field: string | null) => boolean
  words?: Readonly<Record<string, string>>
}

function About({ row, isAbout, words }: AboutProps) {
  const problems = row.problems.filter(({ field }) => isAbout(field))
  const notes = row.notes.filter(({ field }) => isAbout(field))
  if (problems.length + notes.length === 0) return null
  // Some problem sentences already begin with the name of the field.
  const name = (word: string | undefined, sentence: string) =>
    words && word && !sentence.startsWith(word) ? `${word}：` : ''
  return (
    <ul className={classes.about}>
      {problems.map(({ column, problem }) => (
        <li key={column + problem} className={classes.problem}>
          {name(column, problem)}
          {problem}
        </li>
      ))}
      {notes.map(({ field, doubt, note, was }) => (
        <li key={`${field}${note}${was}`} className={doubt ? classes.doubt : classes.change}>
          {name(words?.[field ?? ''], note)}
          {doubt && '疑问：'}
          {note}
          {was !== null && `，原为“${was}”`}
        </li>
      ))}
    </ul>
  )
}
