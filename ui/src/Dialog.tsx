import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import classes from './Dialog.module.css'
import { useLayer } from './layer-history.ts'
import { Notices } from './Notices.tsx'

interface DialogProps {
  open: boolean
  title: string
  /** its X, Esc, Back and a press beside it; without it only the actions lead on */
  onClose?: (() => void) | undefined
  /** holds what somebody types: a press beside it, as to put the keyboard away, does not close it */
  form?: boolean
  /** takes the whole screen and is always light: a code to be scanned */
  full?: boolean
  /** buttons at its foot, the one that goes on last */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A dialog in the middle where there is room, a sheet from the lower edge on a narrow screen: the browser's own modal
 * `<dialog>`. The focus goes inside, and back to what opened it. What its forms hold is not lost without a question.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { title, onClose, form = false, full = false, children, actions } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { forms, whatIsLost } = useFormsInside()
  const [lost, setLost] = useState<string | null>(null)
  const close = () => {
    const words = whatIsLost()
    if (words) setLost(words)
    else onClose?.()
  }
  useModal(dialog)
  useLayer(onClose !== undefined, close)
  const closeOutside = (event: MouseEvent) => {
    if (!form && event.target === dialog.current && !forms.current.size) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, the browser reports it by onCancel
    <dialog
      ref={dialog}
      className={full ? `${classes.dialog} ${classes.full} ui-light` : classes.dialog}
      aria-labelledby={id}
      onClick={closeOutside}
      onCancel={(event) => {
        // a file field's own cancel bubbles up to here
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (onClose) close()
      }}
      // the browser may close it without asking when Esc is pressed twice: whether it is open is its owner's decision
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current.open) return
        dialog.current.showModal()
        if (onClose) close()
      }}
    >
      {/* no header or footer element: inside the page's header they would be landmarks of their own */}
      <div className={classes.panel}>
        <div className={classes.head}>
          <h2 id={id}>{title}</h2>
          {onClose && (
            <button type="button" className={classes.close} aria-label="关闭" onClick={close}>
              ×
            </button>
          )}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={classes.body} tabIndex={0} aria-labelledby={id}>
          <FormsInside value={forms.current}>{children}</FormsInside>
        </section>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <Notices over />
      <ConfirmDialog
        open={lost !== null}
        words={{ title: '放弃填写的内容？', text: lost, ok: '放弃并关闭', cancel: '继续填写' }}
        danger
        onOk={() => onClose?.()}
        onClose={() => setLost(null)}
      />
    </dialog>
  )
}

interface ConfirmDialogProps {
  open: boolean
  /** the question, its consequence, and both answers */
  words: { title: string; text: ReactNode; ok: string; cancel: string }
  /** it takes something away */
  danger?: boolean
  /** what is done; the dialog stays open and busy until it is over, and stays open when it gives false */
  onOk: () => unknown
  /** in place of closing alone */
  onCancel?: () => void
  onClose: () => void
}

/** A question before something is done. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps) {
  return open ? <OpenConfirmDialog {...rest} /> : null
}

function OpenConfirmDialog(props: Omit<ConfirmDialogProps, 'open'>) {
  const { words, danger = false, onOk, onClose, onCancel = onClose } = props
  const [busy, setBusy] = useState(false)
  const answer = async () => {
    setBusy(true)
    try {
      if ((await onOk()) !== false) onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={words.title}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button kind="quiet" disabled={busy} onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={answer}>
            {words.ok}
          </Button>
        </>
      }
    >
      {words.text}
    </Dialog>
  )
}

/** What would be lost with a form, in words; null: nothing. */
type Loss = () => string | null

const FormsInside = createContext<Set<Loss> | null>(null)

/** A form tells the dialog around it what would be lost: closing asks first. Outside of dialogs it does nothing. */
export function useLossInDialog(loss: Loss): void {
  const forms = useContext(FormsInside)
  const latest = useRef(loss)
  useEffect(() => {
    latest.current = loss
  })
  useEffect(() => {
    const form = () => latest.current()
    forms?.add(form)
    return () => void forms?.delete(form)
  }, [forms])
}

function useFormsInside() {
  const forms = useRef(new Set<Loss>())
  return useMemo(() => {
    const whatIsLost = () => {
      for (const loss of forms.current) {
        const words = loss()
        if (words) return words
      }
      return null
    }
    return { forms, whatIsLost }
  }, [])
}

/** Shows the dialog as modal while it stands, and takes care of the focus. */
function useModal(dialog: { current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.showModal()
    firstFocus(shown)?.focus()
    return () => {
      // while it still stands in the page, so that the browser gives the focus back to what opened it
      shown.close()
      requestAnimationFrame(() => {
        const { activeElement, body } = document
        // what opened it is gone too
        if (!activeElement || activeElement === body) document.getElementById('content')?.focus()
      })
    }
  }, [dialog])
}

/** What is marked so; a form's first field, unless that brings up a keyboard on the screen; else what is to be read. */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const fields = 'form input:enabled, form select:enabled, form textarea:enabled'
  const field = matchMedia('(pointer: fine)').matches && dialog.querySelector<HTMLElement>(fields)
  return marked ?? (field || dialog.querySelector('section'))
}
