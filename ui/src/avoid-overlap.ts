import { type Box, type Covered, noticeTop } from './notice-place.ts'

/** By what it would take from whoever looks: the heavier, the less a notice covers it. */
const kinds = [
  // what somebody may want to press, and the time that is left in an exam
  {
    weight: 100,
    selector: 'a[href], button, input, select, textarea, summary, video, [role="timer"]',
  },
  // how things stand now, which is what one looks for after something was done
  { weight: 10, selector: '.ui-status, strong.figures' },
  { weight: 1, selector: 'p, li, dt, dd, td, th, h1, h2, h3, h4, label, legend' },
] as const
const focusWeight = 1000
/** what has just come or changed is what a notice speaks of */
const newWeight = 40
const newForMs = 3000
const mostNew = 60

const changed = new Set<Element>()

/** Notes what comes or changes on the page, so that a notice does not cover what it speaks of. Returns the way to stop. */
export function watchChanges(): () => void {
  const observer = new MutationObserver((mutations) => {
    for (const { type, target, addedNodes } of mutations)
      for (const node of type === 'childList' ? addedNodes : [target]) note(node)
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}

function note(node: Node): void {
  const element = node instanceof Element ? node : node.parentElement
  if (!element || changed.size >= mostNew || element.closest('.ui-notices')) return
  changed.add(element)
  setTimeout(() => changed.delete(element), newForMs)
}

/** Moves a fixed element down to where it covers the least; it moves only when it has to. */
export function avoidOverlap(element: HTMLElement): void {
  const now = element.getBoundingClientRect()
  const covered = coveredBy(element, now)
  if (!covered.some(overlaps(now))) return
  element.style.top = ''
  const own = element.getBoundingClientRect()
  element.style.top = `${noticeTop(now, own, covered, innerHeight)}px`
}

const overlaps =
  (one: Box) =>
  ({ box }: Covered) =>
    box.top < one.bottom && box.bottom > one.top

function coveredBy(element: HTMLElement, { left, right }: Box): Covered[] {
  const weights = new Map<Element, number>()
  for (const { weight, selector } of kinds)
    for (const one of document.querySelectorAll(selector))
      if (!weights.has(one)) weights.set(one, weight)
  for (const one of changed) weights.set(one, (weights.get(one) ?? 0) + newWeight)
  const focused = document.activeElement
  if (focused && focused !== document.body) weights.set(focused, focusWeight)
  return [...weights].flatMap(([one, weight]) => {
    if (element.contains(one) || one.contains(element)) return []
    const box = one.getBoundingClientRect()
    const aside = box.right <= left || box.left >= right || box.width === 0
    const away = box.bottom <= 0 || box.top >= innerHeight || box.height === 0
    // a whole page that has just come is nothing that one looks for
    const whole = box.height > innerHeight / 2
    return aside || away || whole || !isInFront(one, box, element) ? [] : [{ box, weight }]
  })
}

/** Whether it can be seen: what lies behind a dialog, or is drawn out of sight, can not. */
function isInFront(one: Element, box: Box, element: HTMLElement): boolean {
  const x = clamp((box.left + box.right) / 2, innerWidth)
  const y = clamp((box.top + box.bottom) / 2, innerHeight)
  const front = document.elementsFromPoint(x, y).find((there) => !element.contains(there))
  // a field may lie under its own frame
  return front !== undefined && (one.parentElement ?? one).contains(front)
}

const clamp = (at: number, size: number) => Math.min(Math.max(at, 0), size - 1)
