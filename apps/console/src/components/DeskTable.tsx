import { Table, type TableProps } from 'antd'
import { useEffect, useRef, useState } from 'react'

type DeskTableProps<Row> = Omit<TableProps<Row>, 'size' | 'scroll'>

/** A dense table, of the whole list it is given unless it is told to turn pages. On a narrow screen its columns keep a width that can be read, and it scrolls within itself. */
export function DeskTable<Row extends object>(props: DeskTableProps<Row>) {
  const { ref, overflows } = useOverflow()
  return (
    // what scrolls must be reachable by keyboard; what does not is no stop on the way
    <div ref={ref} className="desk-table" {...(overflows && { tabIndex: 0 })}>
      <Table<Row> size="small" pagination={false} {...props} />
    </div>
  )
}

/** Whether the content of an element is wider than it. */
function useOverflow() {
  const ref = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () => setOverflows(box.scrollWidth > box.clientWidth)
    const observer = new ResizeObserver(look)
    observer.observe(box)
    // rows that come later make the table wider, not the box
    const table = box.querySelector('table')
    if (table) observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { ref, overflows }
}
