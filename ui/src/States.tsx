import type { ReactNode } from 'react'
import { DatedText } from './Dated.tsx'

interface StateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Says why a page is empty and what to do (docs/rules/look.md#states-of-a-page). */
export function EmptyState({ title, children, action }: StateProps) {
  return (
    <div className="ui-state">
      <EmptyMark />
      <p className="ui-state-title">{title}</p>
      {children && (
        <p className="ui-state-text">
          <DatedText>{children}</DatedText>
        </p>
      )}
      {action && <div className="ui-state-action">{action}</div>}
    </div>
  )
}

/** Screen readers announce the failure at once. */
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
