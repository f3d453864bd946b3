import { type PointerEvent as PressEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** In pixels: dragging closer than `pixels` to the window edge scrolls by `step`. */
const edge = { pixels: 60, step: 12 }

interface Drag {
  id: string
  order: string[]
}

/** Drags rows; Escape or a cancelled touch restores the order. */
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

/** Places the dragged row after every row whose middle is above the pointer. */
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
