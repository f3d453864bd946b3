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
import { useHistoryLayer } from './layer-history.ts'
import { Notices } from './Notices.tsx'

interface DialogProps {
  open: boolean
  title: string
  /** Closes the dialog; when absent, only the dialog's actions close it. */
  onClose?: (() => void) | undefined
  /**
   * True when the dialog contains a form. A click outside does not close it then, because typed input would be lost.
   */
  form?: boolean
  /** True when the dialog fills the screen and stays light, so that a QR code in it can be scanned. */
  full?: boolean
  actions?: ReactNode
  children: ReactNode
}

/**
 * A modal dialog, or a sheet on a narrow screen. The focus returns to the opener, and unsaved input is not lost without
 * a question.
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
  useHistoryLayer(onClose !== undefined, close)
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
        // The cancel event of a file input also arrives at the dialog.
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (onClose) close()
      }}
      // On a second Esc the browser may close the dialog by itself, so open it again and let its owner decide.
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current.open) return
        dialog.current.showModal()
        if (onClose) close()
      }}
    >
      {/* A header element would be a landmark inside the page's header. */}
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
  words: { title: string; text: ReactNode; ok: string; cancel: string }
  /** True for an action that destroys something. */
  danger?: boolean
  /** The dialog stays open when the action returns false. */
  onOk: () => unknown
  /** Called on cancel, instead of only closing the dialog. */
  onCancel?: () => void
  onClose: () => void
}

/** A question with two buttons before an action. */
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

/** Returns a sentence that says what input would be lost, or null when nothing would be lost. */
type Loss = () => string | null

const FormsInside = createContext<Set<Loss> | null>(null)

/** Makes the surrounding dialog ask before it closes while a form in it would lose input. */
export function useDialogLossQuestion(loss: Loss): void {
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

function useModal(dialog: { current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.showModal()
    firstFocus(shown)?.focus()
    return () => {
      /**
       * Close the dialog while it is still in the page, because only then the focus returns to the element that opened
       * it.
       */
      shown.close()
      requestAnimationFrame(() => {
        const { activeElement, body } = document
        // The element that opened the dialog is gone too, so move the focus to the content of the page.
        if (!activeElement || activeElement === body) document.getElementById('content')?.focus()
      })
    }
  }, [dialog])
}

/**
 * Chooses the element that gets the focus first. On a touch screen it is no form field, because that would open the
 * on-screen keyboard.
 */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const fields = 'form input:enabled, form select:enabled, form textarea:enabled'
  const field = matchMedia('(pointer: fine)').matches && dialog.querySelector<HTMLElement>(fields)
  return marked ?? (field || dialog.querySelector('section'))
}
