import type { ReactNode } from 'react'
import { Dated } from './Dated.tsx'

interface StateProps {
  title: string
  /** why, and what to do next */
  children?: ReactNode
  /** a button or link */
  action?: ReactNode
}

/** Nothing here: what this is, why it is empty, the next step (look.md). */
export function EmptyState({ title, children, action }: StateProps) {
  return (
    <div className="ui-state">
      <EmptyMark />
      <p className="ui-state-title">{title}</p>
      {children && (
        <p className="ui-state-text">
          <Dated>{children}</Dated>
        </p>
      )}
      {action && <div className="ui-state-action">{action}</div>}
    </div>
  )
}

/** It did not work: what happened and how to go on; told to screen readers at once. */
export function ErrorState({ title, children, action }: StateProps) {
  return (
    <div className="ui-state" role="alert">
      <ErrorMark />
      <p className="ui-state-title">{title}</p>
      {children && <p className="ui-state-text">{children}</p>}
      {action && <div className="ui-state-action">{action}</div>}
    </div>
  )
}

function EmptyMark() {
  return (
    <svg className="ui-state-mark" viewBox="0 0 48 48" aria-hidden="true">
      <rect x="9" y="7" width="30" height="34" rx="3" />
      <path d="M16 17h16M16 24h16M16 31h9" />
    </svg>
  )
}

function ErrorMark() {
  return (
    <svg className="ui-state-mark ui-state-mark-error" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="17" />
      <path d="M24 15v12M24 32v1" />
    </svg>
  )
}
