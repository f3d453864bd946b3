import type { ButtonHTMLAttributes } from 'react'
import classes from './Button.module.css'

/** `call`: what a page asks for before all else, amber (look.md) */
export type ButtonKind = 'primary' | 'call' | 'quiet' | 'danger' | 'text'

/** The look of a button, for links too. */
export function buttonClass(kind: ButtonKind = 'primary'): string {
  return `${classes.button} ${classes[kind]}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  /** what it began is not done: it can be seen, and not pressed again */
  busy?: boolean
}

/** A button a thumb can hit. While busy it keeps the focus and says so. */
export function Button({
  kind = 'primary',
  busy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${buttonClass(kind)} ${className}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className={classes.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}
