import type { TableProps } from 'antd'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'

interface TableSectionProps<Row> extends Omit<TableProps<Row>, 'title' | 'size' | 'scroll'> {
  id: string
  title: string
}

/** A card with one table; the title names both. */
export function TableSection<Row extends object>(props: TableSectionProps<Row>) {
  const { id, title, ...table } = props
  return (
    <CardSection id={id} title={title}>
      <DeskTable<Row> aria-labelledby={id} {...table} />
    </CardSection>
  )
}

interface NewestSectionProps<Row> extends TableSectionProps<Row> {
  newest: { list: Row[]; total: number }
  unit: string
  hint: string
}

/** Lists the newest of some failures with their total number; hidden if there are none. */
export function NewestFailuresSection<Row extends object>(props: NewestSectionProps<Row>) {
  const { id, title, newest, unit, hint, ...table } = props
  const { list, total } = newest
  if (total === 0) return null
  const all = `共 ${total} ${unit}`
  const counts = total > list.length ? `${all}，列出最近的 ${list.length} ${unit}` : all
  return (
    <CardSection id={id} title={title} beside={<span className={cards.hint}>{counts}</span>}>
      <p className={cards.hint}>{hint}</p>
      <DeskTable<Row> aria-labelledby={id} dataSource={list} {...table} />
    </CardSection>
  )
}
