import { revealFocused, revealInRow } from '@ce/ui/reveal-in-row.ts'
import { type ReactNode, useEffect, useRef } from 'react'

interface ChoiceStripProps {
  className: string | undefined
  children: ReactNode
}

/** On a phone the strip scrolls the selected choice into view. */
export function ChoiceStrip({ className, children }: ChoiceStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const shown = useRef<Element | null>(null)
  useEffect(() => {
    const chosen = strip.current?.querySelector('input:checked')?.closest('label') ?? null
    // Keep the user's scroll position until another choice is selected.
    if (strip.current && chosen && chosen !== shown.current) revealInRow(strip.current, chosen)
    shown.current = chosen
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only brings what has the focus into sight
    <div ref={strip} className={className} onFocus={revealFocused}>
      {children}
    </div>
  )
}
