import type { ReactNode } from 'react'
import classes from './DoorFrame.module.css'

interface DoorFrameProps {
  /** Name of the application or site. */
  name: ReactNode
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}

export function SignInFrame({ name, footer, wide = false, children }: DoorFrameProps) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>{name}</header>
      <main className={wide ? classes.wide : classes.card}>{children}</main>
      <footer className={classes.footer}>{footer}</footer>
    </div>
  )
}
