import { type Box, freeTop, placeFor } from './free-top.ts'

/** what somebody may want to press, and the time that is left in an exam */
const needed = 'a[href], button, input, select, textarea, summary, video, [role="timer"]'
/** how things stand now, which is what one looks for after something was done */
const told = '.ui-status, strong.figures'

/**
 * Moves a fixed element down until it covers nothing that one needs, and, where there is room for that, nothing that
 * tells how things stand; it moves only when it has to.
 */
export function makeWay(element: HTMLElement): void {
  const now = element.getBoundingClientRect()
  const pressed = boxesIn(needed, now, element)
  const all = [...pressed, ...boxesIn(told, now, element)]
  if (freeTop(now, all, innerHeight) === now.top) return
  element.style.top = ''
  const own = element.getBoundingClientRect()
  element.style.top = `${placeFor(now, own, [all, pressed], innerHeight)}px`
}

function boxesIn(kinds: string, { left, right }: Box, element: HTMLElement): Box[] {
  return [...document.querySelectorAll(kinds)].flatMap((one) => {
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
