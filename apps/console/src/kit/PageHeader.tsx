import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface PageHeaderProps {
  title: string
  /** one sentence on what the page is for */
  children?: ReactNode
  /** buttons at the right */
  actions?: ReactNode
}

/** The head of a private page: its h1, what it is for, its actions. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
