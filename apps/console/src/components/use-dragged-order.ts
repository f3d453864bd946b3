import { type PointerEvent as PressEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** so near the window's edge the page scrolls along, and so fast */
const edge = { pixels: 60, step: 12 }

/** What is dragged, and the order of all as it stands now. */
interface Drag {
  id: string
  order: string[]
}

/**
 * Rows of a list that are dragged to another place, by mouse, finger or pen: while one is held the others make room for it. Escape, or a call that takes
 * the finger, leaves them as they were. Rows are found by `data-row`.
 */
export function useDraggedOrder(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  onDropped: (id: string, order: string[]) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const hold = useRef<AbortController>(undefined)
  useEffect(() => () => hold.current?.abort(), [])

  const begin = (id: string, press: PressEvent) => {
    if (press.button !== 0) return
    hold.current?.abort()
    const stop = new AbortController()
    hold.current = stop
    const { signal } = stop
    let order = [...ids]
    const end = () => {
      stop.abort()
      setDrag(null)
    }
    // on the window: the row that is held moves in the page, and would lose the pointer
    const listen = { signal, passive: false }
    window.addEventListener(
      'pointermove',
      (event) => {
        event.preventDefault()
        scrollAlong(event.clientY)
        order = orderAt(list.current, order, id, event.clientY)
        setDrag({ id, order })
      },
      listen,
    )
    window.addEventListener(
      'pointerup',
      () => {
        end()
        if (order.join() !== ids.join()) onDropped(id, order)
      },
      listen,
    )
    window.addEventListener('pointercancel', end, listen)
    window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), listen)
    setDrag({ id, order })
  }

  return { id: drag?.id, order: drag?.order, begin }
}

/** The order with a row where the pointer is: behind those whose middle lies above it. */
function orderAt(list: HTMLElement | null, order: string[], id: string, y: number): string[] {
  const others = order.filter((one) => one !== id)
  const place = others.filter((one) => {
    const row = list?.querySelector(`[data-row="${one}"]`)?.getBoundingClientRect()
    return row !== undefined && row.top + row.height / 2 < y
  }).length
  return [...others.slice(0, place), id, ...others.slice(place)]
}

function scrollAlong(y: number): void {
  if (y < edge.pixels) window.scrollBy(0, -edge.step)
  else if (y > window.innerHeight - edge.pixels) window.scrollBy(0, edge.step)
}
