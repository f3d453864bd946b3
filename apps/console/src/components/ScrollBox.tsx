import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'

/** What a table is called: in words, or by the heading above it. */
export interface TableName {
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
}

interface ScrollBoxProps {
  name: TableName
  className: string | undefined
  children: ReactNode
}

/** Around a table as wide as its columns need: what goes beyond the screen is scrolled to within. */
export function ScrollBox(props: ScrollBoxProps) {
  const { ref, overflows } = useOverflow()
  return <ScrollFrame {...props} ref={ref} overflows={overflows} />
}

interface ScrollFrameProps extends ScrollBoxProps {
  ref?: Ref<HTMLDivElement>
  overflows: boolean
}

const hint = '可滚动查看'

/** What scrolls must be reachable by keyboard, and says what it is; what does not is no stop on the way. */
export function ScrollFrame({ ref, name, className, overflows, children }: ScrollFrameProps) {
  const hintId = useId()
  return (
    <div
      ref={ref}
      className={className}
      {...(overflows && { role: 'region', tabIndex: 0, ...boxName(name, hintId) })}
    >
      {children}
      {overflows && (
        <span id={hintId} hidden>
          {hint}
        </span>
      )}
    </div>
  )
}

/** Of the table's name, but not the same: the section around it may bear that one already. */
function boxName(table: TableName, hintId: string): TableName {
  const { 'aria-label': words, 'aria-labelledby': heading } = table
  if (heading) return { 'aria-labelledby': `${heading} ${hintId}` }
  return { 'aria-label': words ? `${words}，${hint}` : hint }
}

/** px: both sizes are rounded to whole ones */
const rounding = 1

/** Whether the content of an element is larger than it. */
function useOverflow() {
  const ref = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () =>
      setOverflows(
        box.scrollWidth > box.clientWidth + rounding ||
          box.scrollHeight > box.clientHeight + rounding,
      )
    const observer = new ResizeObserver(look)
    observer.observe(box)
    // rows that come later make the table larger, not the box
    const table = box.querySelector('table')
    if (table) observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { ref, overflows }
}
