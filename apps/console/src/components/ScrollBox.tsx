import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'

/** The accessible name of a table: a text, or the id of a heading. */
export interface TableNameAttributes {
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
}

interface ScrollBoxProps {
  name: TableNameAttributes
  className: string | undefined
  children: ReactNode
}

export function ScrollBox(props: ScrollBoxProps) {
  const { ref, overflows } = useOverflow()
  return <FocusableScrollArea {...props} ref={ref} overflows={overflows} />
}

interface ScrollFrameProps extends ScrollBoxProps {
  ref?: Ref<HTMLDivElement>
  overflows: boolean
}

const hint = '可滚动查看'

/** Only a scrolling area should be a tab stop. */
export function FocusableScrollArea({ ref, name, className, overflows, children }: ScrollFrameProps) {
  const hintId = useId()
  return (
    <div ref={ref} className={className} {...(overflows && { role: 'region', tabIndex: 0, ...boxName(name, hintId) })}>
      {children}
      {overflows && (
        <span id={hintId} hidden>
          {hint}
        </span>
      )}
    </div>
  )
}

/** The scroll box needs another name than its table, because the section may have the table's name. */
function boxName(table: TableNameAttributes, hintId: string): TableNameAttributes {
  const { 'aria-label': words, 'aria-labelledby': heading } = table
  if (heading) return { 'aria-labelledby': `${heading} ${hintId}` }
  return { 'aria-label': words ? `${words}，${hint}` : hint }
}

const rounding = 1

function useOverflow() {
  const ref = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () =>
      setOverflows(box.scrollWidth > box.clientWidth + rounding || box.scrollHeight > box.clientHeight + rounding)
    const observer = new ResizeObserver(look)
    observer.observe(box)
    const table = box.querySelector('table')
    if (table) observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { ref, overflows }
}
