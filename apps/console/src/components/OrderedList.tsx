import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { inOrder, moved } from './moved.ts'
import classes from './OrderedList.module.css'

interface OrderedListProps<Row extends { id: string }> {
  label: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** saves the new order of all rows; what is moved while it does is saved after it, in one go */
  onOrder: (ids: string[]) => unknown
  children: (row: Row) => ReactNode
}

/** Rows in an order of their own, moved up and down by buttons; the focus stays with the row that moves. */
export function OrderedList<Row extends { id: string }>(props: OrderedListProps<Row>) {
  const { label, nameOf, onOrder } = props
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<string[]>([])
  const [unsaved, setUnsaved] = useState<string[]>()
  const next = useRef<string[]>(undefined)
  const rows = inOrder(props.rows, unsaved)
  const ids = rows.map(({ id }) => id)

  const save = async () => {
    try {
      for (let order = next.current; order; order = next.current) {
        await onOrder(order)
        if (next.current === order) next.current = undefined
      }
    } catch {
      // whoever saves has said so: the rows go back to where they are
      next.current = undefined
    }
    setUnsaved(undefined)
  }

  const move = (row: Row, by: -1 | 1) => {
    const order = moved(ids, row.id, by)
    const way = by < 0 ? 'up' : 'down'
    // at an end its button is off: the other one takes the focus
    wanted.current = [`${row.id} ${way}`, `${row.id} ${by < 0 ? 'down' : 'up'}`]
    setSaid(`${nameOf(row)}已移到第 ${order.indexOf(row.id) + 1} 位，共 ${order.length} 位`)
    const saving = next.current !== undefined
    next.current = order
    setUnsaved(order)
    if (!saving) void save()
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
          <li key={row.id} className={classes.row}>
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
