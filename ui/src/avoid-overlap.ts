import { noticeOffset, type WeightedBox, type WindowBox } from './notice-place.ts'

/** Kinds of content by weight; notices cover heavy content less. */
const kinds = [
  // Controls, and the remaining time of an exam.
  {
    weight: 100,
    selector: 'a[href], button, input, select, textarea, summary, video, [role="timer"]',
  },
  // Current states, which people look for after an action.
  { weight: 10, selector: '.ui-status, strong.figures' },
  { weight: 1, selector: 'p, li, dt, dd, td, th, h1, h2, h3, h4, label, legend' },
] as const
const focusWeight = 1000
/** New content weighs more, because a notice is about it. */
const newWeight = 40
const newForMs = 3000
const mostNew = 60

const changed = new Set<Element>()

/** Watches content that changes, so that notices keep off it. @returns a function that stops the watching */
export function watchPageChanges(): () => void {
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

/** Moves a fixed element, but only if it covers something. */
export function avoidOverlap(element: HTMLElement): void {
  const now = element.getBoundingClientRect()
  const covered = coveredBy(element, now)
  if (!covered.some(overlaps(now))) return
  element.style.top = ''
  const own = element.getBoundingClientRect()
  element.style.top = `${noticeOffset(now, own, covered, innerHeight)}px`
}

const overlaps =
  (one: WindowBox) =>
  ({ box }: WeightedBox) =>
    box.top < one.bottom && box.bottom > one.top

function coveredBy(element: HTMLElement, { left, right }: WindowBox): WeightedBox[] {
  const weights = new Map<Element, number>()
  for (const { weight, selector } of kinds)
    for (const one of document.querySelectorAll(selector)) if (!weights.has(one)) weights.set(one, weight)
  for (const one of changed) weights.set(one, (weights.get(one) ?? 0) + newWeight)
  const focused = document.activeElement
  if (focused && focused !== document.body) weights.set(focused, focusWeight)
  return [...weights].flatMap(([one, weight]) => {
    if (element.contains(one) || one.contains(element)) return []
    const box = one.getBoundingClientRect()
    const aside = box.right <= left || box.left >= right || box.width === 0
    const away = box.bottom <= 0 || box.top >= innerHeight || box.height === 0
    // A box higher than half of the window does not count, because it is probably a completely new page.
    const whole = box.height > innerHeight / 2
    return aside || away || whole || !isInFront(one, box, element) ? [] : [{ box, weight }]
  })
}

/** Checks that an element is visible: an element behind a dialog is not. */
function isInFront(one: Element, box: WindowBox, element: HTMLElement): boolean {
  const x = clamp((box.left + box.right) / 2, innerWidth)
  const y = clamp((box.top + box.bottom) / 2, innerHeight)
  const front = document.elementsFromPoint(x, y).find((there) => !element.contains(there))
  // A field may lie below its own frame, so look for the element in front inside the field's parent.
  return front !== undefined && (one.parentElement ?? one).contains(front)
}

const clamp = (at: number, size: number) => Math.min(Math.max(at, 0), size - 1)
