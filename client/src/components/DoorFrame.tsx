import type { ReactNode } from 'react'
import classes from './DoorFrame.module.css'

interface DoorFrameProps {
  /** whose door it is */
  name: ReactNode
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The frame of a way in: a name, one card, whom to call. */
export function DoorFrame({ name, footer, wide = false, children }: DoorFrameProps) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>{name}</header>
      <main className={wide ? classes.wide : classes.card}>{children}</main>
      <footer className={classes.footer}>{footer}</footer>
    </div>
  )
}
