import type { ReactNode } from 'react'
import { DatedText } from './Dated.tsx'

export type StatusKind = 'done' | 'doing' | 'todo' | 'warning' | 'error' | 'locked'

const shapes: Record<StatusKind, string> = {
  done: 'M3.5 8.5l3 3 6-7',
  doing: 'M8 4v4l3 2',
  todo: '',
  warning: 'M8 4.5v4.5M8 11.4v.2',
  error: 'M5 5l6 6M11 5l-6 6',
  locked: 'M5.2 7.4h5.6v4H5.2zM6.2 7.2V5.8a1.8 1.8 0 013.6 0v1.4',
}

/** A status is shown by icon and text, never by colour alone. */
export function StatusMark({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={`ui-status ui-status-${kind}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" />
        <path d={shapes[kind]} />
      </svg>
      {/* The content is one element, because otherwise each date would become a column. */}
      <span>
        <DatedText>{children}</DatedText>
      </span>
    </span>
  )
}
