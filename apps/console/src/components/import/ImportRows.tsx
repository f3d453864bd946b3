import type { RowShow } from '@ce/contract/import-fields'
import { EmptyState } from '@ce/ui/States.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Segmented, type TableColumnType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { ChoiceStrip } from '../ChoiceStrip.tsx'
import type { PageOf } from '../ListPages.tsx'
import { ListTable } from '../ListTable.tsx'
import { useUrlFilters } from '../use-url-filters.ts'
import classes from './Import.module.css'
import { firstShow, type ImportReport, offeredShows, type ReportRow, showWords } from './report.ts'

/** Which rows of a report and which page of them stand in the address. */
export function useRowFilter(report: Pick<ImportReport<string>, 'state' | 'counts'>) {
  const { oneOf, set, page, pageSize } = useUrlFilters()
  // what is over no longer has the rows that could be written
  const show = oneOf('rows', offeredShows(report)) ?? firstShow(report)
  return { show, page, pageSize, set }
}

interface ImportRowsProps<Row extends ReportRow> {
  /** 名, 道 … */
  unit: string
  report: ImportReport<string>
  filter: ReturnType<typeof useRowFilter>
  query: UseQueryResult<PageOf<Row>>
  columns: TableColumnType<Row>[]
  expandable?: TableProps<Row>['expandable']
}

/** The report of a dry run, row by row. */
export function ImportRows<Row extends ReportRow>(props: ImportRowsProps<Row>) {
  const { unit, report, filter, query, columns, expandable } = props
  const { state, counts } = report
  const offered: readonly RowShow[] = offeredShows(report)
  return (
    <section aria-label="逐行结果">
      <ChoiceStrip className={classes.kinds}>
        <Segmented<RowShow>
          aria-label="看哪些行"
          value={filter.show}
          options={offered.map((value) => ({
            value,
            label: `${showWords(value, state)} ${counts[value]}`,
          }))}
          onChange={(rows) => filter.set({ rows })}
        />
      </ChoiceStrip>
      <ListTable
        label="逐行结果"
        unit={unit}
        query={query}
        columns={columns}
        rowKey="no"
        empty={<EmptyState title={`没有“${showWords(filter.show, state)}”的行`} />}
        expandable={expandable}
      />
    </section>
  )
}

/** In its place a month after the writing. */
export function RowsGone() {
  return <EmptyState title="逐行结果已不再保留">写入一个月后，这里只有写入的数目。</EmptyState>
}

/** Where a row stands in the file. */
export const placeColumn = {
  key: 'no',
  title: '行号',
  width: 64,
  align: 'right',
  dataIndex: 'no',
} as const

const results: Record<ReportRow['action'], [label: string, kind: StatusKind]> = {
  CREATE: ['可导入', 'todo'],
  SAME: ['无变化', 'todo'],
  REFUSE: ['有错误', 'error'],
  WRITTEN: ['已写入', 'done'],
}

/**
 * What becomes of a row, and what is to be said of it beside the columns that are shown.
 * @param words of the fields
 * @param width wider where much is said here
 */
export function resultColumn<Row extends ReportRow>(
  shown: readonly string[],
  words: Readonly<Record<string, string>>,
  width = 132,
): TableColumnType<Row> {
  const isElsewhere = (field: string | null) => field === null || !shown.includes(field)
  return {
    key: 'result',
    title: '结果',
    width,
    render: (_, row) => {
      const [label, kind] = results[row.action]
      return (
        <>
          <StatusMark kind={kind}>{label}</StatusMark>
          <About row={row} isAbout={isElsewhere} words={words} />
        </>
      )
    },
  }
}

/** A column of the file as its values will be stored. @param shown how a value is shown; none: as text */
export function fieldColumn<Row extends ReportRow>(
  field: string,
  title: string,
  shown?: (row: Row) => ReactNode,
): TableColumnType<Row> {
  return {
    key: field,
    title,
    render: (_, row) => (
      <div className={classes.cell}>
        {shown?.(row) ?? <Value row={row} field={field} />}
        <About row={row} isAbout={(one) => one === field} />
      </div>
    ),
  }
}

function Value({ row, field }: { row: ReportRow; field: string }) {
  const value = row.shown[field]
  if (!value) return <span className={classes.empty}>—</span>
  const isFaulty = row.problems.some((one) => one.field === field)
  return <span className={isFaulty ? classes.faulty : undefined}>{value}</span>
}

interface AboutProps {
  row: ReportRow
  isAbout: (field: string | null) => boolean
  /** said before each sentence, where it does not stand under its column; none: it does */
  words?: Readonly<Record<string, string>>
}

/** What is wrong with a cell, what of it was changed, and what is doubted. */
function About({ row, isAbout, words }: AboutProps) {
  const problems = row.problems.filter(({ field }) => isAbout(field))
  const notes = row.notes.filter(({ field }) => isAbout(field))
  if (problems.length + notes.length === 0) return null
  // some sentences begin with the name of what they are about
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
