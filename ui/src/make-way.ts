import { type Box, freeTop } from './free-top.ts'

/** what somebody may want to press, and the time that is left in an exam */
const needed = 'a[href], button, input, select, textarea, summary, video, [role="timer"]'

/** Moves a fixed element down until it covers nothing that one needs; it moves only when it has to. */
export function makeWay(element: HTMLElement): void {
  const now = element.getBoundingClientRect()
  const column = boxesIn(now, element)
  const free = freeTop(now, column, innerHeight)
  if (free === now.top) return
  element.style.top = ''
  const own = element.getBoundingClientRect()
  element.style.top = `${free ?? freeTop(own, column, innerHeight) ?? own.top}px`
}

function boxesIn({ left, right }: Box, element: HTMLElement): Box[] {
  return [...document.querySelectorAll(needed)].flatMap((one) => {
    if (element.contains(one)) return []
    const box = one.getBoundingClientRect()
    const aside = box.right <= left || box.left >= right || box.width === 0
    const away = box.bottom <= 0 || box.top >= innerHeight || box.height === 0
    return aside || away || !isInFront(one, box, element) ? [] : [box]
  })
}

/** Whether it can be pressed: what lies behind a dialog, or is drawn out of sight, can not. */
function isInFront(one: Element, box: Box, element: HTMLElement): boolean {
  const x = clamp((box.left + box.right) / 2, innerWidth)
  const y = clamp((box.top + box.bottom) / 2, innerHeight)
  const front = document.elementsFromPoint(x, y).find((there) => !element.contains(there))
  // a field may lie under its own frame
  return front !== undefined && (one.parentElement ?? one).contains(front)
}

const clamp = (at: number, size: number) => Math.min(Math.max(at, 0), size - 1)
