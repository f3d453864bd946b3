import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Notices } from './Notices.tsx'
import classes from './Sheet.module.css'

interface SheetProps {
  open: boolean
  title: string
  /** takes the whole screen, all white */
  full?: boolean
  /** without it there is no way past the sheet but its actions */
  onClose?: () => void
  /** holds what somebody types: a touch beside it, as to put the keyboard away, does not close it */
  form?: boolean
  children: ReactNode
  /** buttons at its foot */
  actions?: ReactNode
}

/** A panel from the lower edge, in the middle of wide screens: the browser's own modal dialog, so focus and Back stay right. */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null
}

function OpenSheet({
  title,
  full = false,
  onClose,
  form = false,
  children,
  actions,
}: Omit<SheetProps, 'open'>) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // while it still stands in the page: closed there it gives the focus back to what opened it
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const closeOutside = (event: MouseEvent) => {
    if (!form && event.target === dialog.current) onClose?.()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, the browser tells by onCancel
    <dialog
      ref={dialog}
      className={full ? `${classes.sheet} ${classes.full}` : classes.sheet}
      aria-labelledby={id}
      onClick={closeOutside}
      onCancel={(event) => {
        // a file field's own cancel bubbles up to here
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose?.()
      }}
      // a second Back in a row closes it without asking: whether it is open its owner says, so it stands again
      onClose={() => {
        // told of late, of a closing that was taken back: strict mode opens, closes and opens again
        if (dialog.current?.open !== false) return
        dialog.current.showModal()
        onClose?.()
      }}
    >
      <div className={classes.panel}>
        <header className={classes.head}>
          <h2 id={id}>{title}</h2>
          {onClose && (
            <button type="button" className={classes.close} aria-label="关闭" onClick={onClose}>
              ×
            </button>
          )}
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={classes.body} tabIndex={0} aria-labelledby={id}>
          {children}
        </section>
        {actions && <footer className={classes.actions}>{actions}</footer>}
      </div>
      <Notices over />
    </dialog>
  )
}
