import { type ReactNode, useEffect, useRef } from 'react'

interface FloatPanelProps {
  className?: string
  name: string
  mark: ReactNode
  onOpen?: () => void
  children: ReactNode
}

/** A panel that opens without scripts. Escape or a click elsewhere closes it. */
export function FloatingPanel({ className = '', name, mark, onOpen, children }: FloatPanelProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const panel = ref.current
      if (!panel?.open) return
      const inside = event.target instanceof Node && panel.contains(event.target)
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        if (inside) panel.querySelector('summary')?.focus()
      } else if (inside) return
      panel.open = false
    }
    const events = ['keydown', 'pointerdown', 'focusin'] as const
    for (const kind of events) document.addEventListener(kind, close)
    return () => {
      for (const kind of events) document.removeEventListener(kind, close)
    }
  }, [])
  return (
    <details
      className={`float-panel ${className}`}
      ref={ref}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.()
      }}
    >
      <summary className="float-item">
        {mark}
        {name}
      </summary>
      <div className="float-content">{children}</div>
    </details>
  )
}
