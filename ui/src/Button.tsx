import type { ButtonHTMLAttributes } from 'react'
import classes from './Button.module.css'

/** `call` is the page's main action in amber (docs/rules/look.md#tokens). */
export type ButtonKind = 'primary' | 'call' | 'quiet' | 'danger' | 'text'

export function buttonClass(kind: ButtonKind = 'primary'): string {
  return `${classes.button} ${classes[kind]}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  /** A busy button cannot be pressed again. */
  busy?: boolean
}

/** A busy button keeps the focus. */
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
