import { type ReactNode, useEffect, useRef } from 'react'

interface ChoiceStripProps {
  /** scrolls sideways where it is too narrow */
  className: string | undefined
  /** a Segmented, and what stands beside it */
  children: ReactNode
}

/** Around a row of choices: on a phone the chosen one stands whole in the strip, wherever it is in the row. */
export function ChoiceStrip({ className, children }: ChoiceStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const shown = useRef<Element | null>(null)
  useEffect(() => {
    const chosen = strip.current?.querySelector('input:checked')?.closest('label') ?? null
    // a strip that somebody has scrolled stays there until another one is chosen
    if (strip.current && chosen && chosen !== shown.current) reveal(strip.current, chosen)
    shown.current = chosen
  })
  return (
    <div ref={strip} className={className}>
      {children}
    </div>
  )
}

/** Only sideways: scrollIntoView would move the page as well. */
function reveal(strip: Element, chosen: Element): void {
  const outer = strip.getBoundingClientRect()
  const inner = chosen.getBoundingClientRect()
  if (inner.left >= outer.left && inner.right <= outer.right) return
  strip.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2
}
