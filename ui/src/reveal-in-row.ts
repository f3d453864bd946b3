import type { FocusEvent } from 'react'

/** Scrolls only the row, because scrollIntoView would also move the page. */
export function revealInRow(row: Element, part: Element): void {
  const outer = row.getBoundingClientRect()
  const inner = part.getBoundingClientRect()
  if (inner.left >= outer.left && inner.right <= outer.right) return
  row.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2
}

/** Scrolls to a focused element, because browsers do not do so when a few of its pixels are already visible. */
export const revealFocused = ({ currentTarget, target }: FocusEvent) =>
  revealInRow(currentTarget, target.closest('label') ?? target)
