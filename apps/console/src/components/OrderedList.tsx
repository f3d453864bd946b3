import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { moveEntry, sortByIds } from './list-order.ts'
import classes from './OrderedList.module.css'
import { useDraggedOrder } from './use-dragged-order.ts'

interface OrderedListProps<Row extends { id: string }> {
  label: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Called with all ids in the new order; moves made during a save are sent in the next save. */
  onOrder: (ids: string[]) => unknown
  children: (row: Row) => ReactNode
}

type Part = 'up' | 'down' | 'handle'

const keys: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The user moves rows by dragging, keys or buttons, and the focus follows the moved row. */
export function OrderedList<Row extends { id: string }>(props: OrderedListProps<Row>) {
  const { label, nameOf, onOrder } = props
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<string[]>([])
  const [unsaved, setUnsaved] = useState<string[]>()
  const next = useRef<string[]>(undefined)
  const standing = sortByIds(props.rows, unsaved)
  const drag = useDraggedOrder(
    list,
    standing.map(({ id }) => id),
    (id, order) => place(id, order, 'handle'),
  )
  const rows = sortByIds(standing, drag.order)
  const ids = rows.map(({ id }) => id)

  const save = async () => {
    try {
      for (let order = next.current; order; order = next.current) {
        await onOrder(order)
        if (next.current === order) next.current = undefined
      }
    } catch {
      // The caller shows the error of the failed save, and the rows return to their old order.
      next.current = undefined
    }
    setUnsaved(undefined)
  }

  function place(id: string, order: string[], by: Part) {
    const row = rows.find((one) => one.id === id)
    const others: Part[] = by === 'handle' ? [] : [by === 'up' ? 'down' : 'up']
    wanted.current = [by, ...others].map((part) => `${id} ${part}`)
    if (row) setSaid(`${nameOf(row)}已移到第 ${order.indexOf(id) + 1} 位，共 ${order.length} 位`)
    const saving = next.current !== undefined
    next.current = order
    setUnsaved(order)
    if (!saving) void save()
  }

  const move = (row: Row, by: -1 | 1) => place(row.id, moveEntry(ids, row.id, by), by < 0 ? 'up' : 'down')

  const onKey = (row: Row, event: KeyboardEvent) => {
    const to = keys[event.key]?.(ids.indexOf(row.id), ids.length)
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 || to >= ids.length || to === ids.indexOf(row.id)) return
    const others = ids.filter((id) => id !== row.id)
    place(row.id, [...others.slice(0, to), row.id, ...others.slice(to)], 'handle')
  }

  const order = ids.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved element loses the focus
  useEffect(() => {
    for (const name of wanted.current) {
      const button = list.current?.querySelector<HTMLButtonElement>(`[data-move="${name}"]`)
      if (button?.disabled !== false) continue
      button.focus()
      break
    }
    wanted.current = []
  }, [order])

  return (
    <>
      <ul ref={list} className={classes.list} aria-label={label} aria-busy={unsaved !== undefined}>
        {rows.map((row, index) => (
          <li key={row.id} className={classes.row} data-row={row.id} data-dragged={drag.id === row.id || undefined}>
            <span className={classes.moves}>
              <MoveButton
                name={`${row.id} up`}
                label={`上移：${nameOf(row)}`}
                icon={<ArrowUpOutlined />}
                disabled={index === 0}
                onMove={() => move(row, -1)}
              />
              <MoveButton
                name={`${row.id} down`}
                label={`下移：${nameOf(row)}`}
                icon={<ArrowDownOutlined />}
                disabled={index === rows.length - 1}
                onMove={() => move(row, 1)}
              />
            </span>
            {rows.length > 1 && (
              <Button
                type="text"
                size="small"
                className={classes.handle}
                data-move={`${row.id} handle`}
                aria-label={`排序：${nameOf(row)}，拖动，或按上下方向键`}
                title="拖动排序"
                icon={<HolderOutlined />}
                onPointerDown={(event) => drag.begin(row.id, event)}
                onKeyDown={(event) => onKey(row, event)}
              />
            )}
            {props.children(row)}
          </li>
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  )
}

interface MoveButtonProps {
  name: string
  label: string
  icon: ReactNode
  disabled: boolean
  onMove: () => void
}

function MoveButton({ name, label, icon, disabled, onMove }: MoveButtonProps) {
  return (
    <Button
      type="text"
      size="small"
      data-move={name}
      aria-label={label}
      icon={icon}
      disabled={disabled}
      onClick={onMove}
    />
  )
}
