import { type KeyboardEvent, type RefObject, useEffect } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** The toolbar is one tab stop; arrows, Home and End move between tools (ARIA toolbar pattern). */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>) {
  // The tools change with the cursor, so ensure that one of them is the tab stop.
  useEffect(() => {
    const tools = toolsOf(bar.current)
    if (!tools.some((tool) => tool.tabIndex === 0)) tools[0]?.setAttribute('tabindex', '0')
  })
  return {
    onKeyDown(event: KeyboardEvent) {
      const tools = toolsOf(bar.current)
      const at = tools.findIndex((tool) => tool.matches(':focus'))
      const step = steps[event.key]
      let next: number | undefined
      if (step !== undefined) next = (at + step + tools.length) % tools.length
      else if (event.key === 'Home') next = 0
      else if (event.key === 'End') next = tools.length - 1
      if (next === undefined || at < 0) return
      event.preventDefault()
      tools[next]?.focus()
    },
    onFocus() {
      for (const tool of toolsOf(bar.current))
        tool.setAttribute('tabindex', tool === document.activeElement ? '0' : '-1')
    },
  }
}

function toolsOf(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
}
