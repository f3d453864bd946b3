import { useRestoreFocusToOpener } from '@ce/client/components/restore-focus.ts'
import { useHistoryLayer } from '@ce/ui/layer-history.ts'
import { Drawer as AntdDrawer, type DrawerProps, Modal, type ModalProps } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useConfirmInputLoss } from './confirm.ts'
import { InputLossContext, type InputLossMessage, InputLossRegistry, useLossWarning } from './losses.ts'

interface Closing {
  open: boolean
  /** Called by the X button, Esc and Back; if missing, only the dialog's own buttons close it. */
  onClose?: (() => void) | undefined
  loss?: InputLossMessage | undefined
  busy?: boolean | undefined
}

type DialogProps = Closing &
  Omit<ModalProps, keyof Closing | 'onCancel' | 'closable' | 'keyboard' | 'confirmLoading' | 'maskClosable'>

const nothing: InputLossMessage = () => null

/** The dialog asks before losing input, closes on Back and restores focus. */
export function Dialog({ open, onClose, loss, busy = false, children, ...modal }: DialogProps) {
  const { close, losses, content } = useClosing({ open, onClose, loss, busy })
  const closable = onClose !== undefined
  return (
    <Modal
      destroyOnHidden
      {...(closable ? {} : { mask: { closable: false } })}
      {...modal}
      open={open}
      confirmLoading={busy}
      closable={closable}
      keyboard={closable}
      onCancel={close}
      afterOpenChange={(shown) => {
        if (shown) focusFirst(content.current)
        modal.afterOpenChange?.(shown)
      }}
    >
      <Inside losses={losses} content={content}>
        {children}
      </Inside>
    </Modal>
  )
}

type SideDialogProps = Closing & Omit<DrawerProps, keyof Closing>

export function Drawer({ open, onClose, loss, busy, children, ...drawer }: SideDialogProps) {
  const { close, losses, content } = useClosing({ open, onClose, loss, busy })
  return (
    <AntdDrawer destroyOnHidden {...drawer} open={open} onClose={close}>
      <Inside losses={losses} content={content}>
        {children}
      </Inside>
    </AntdDrawer>
  )
}

interface InsideProps {
  losses: InputLossRegistry
  content: RefObject<HTMLDivElement | null>
  children: ReactNode
}

function Inside({ losses, content, children }: InsideProps) {
  useRestoreFocusToOpener()
  return (
    <InputLossContext value={losses}>
      <div ref={content}>{children}</div>
    </InputLossContext>
  )
}

const fields = 'input:enabled:not([hidden], [type="hidden"], [type="checkbox"]), textarea:enabled'

/** Focuses the first field, unless the user already types in the dialog. */
function focusFirst(content: HTMLElement | null): void {
  if (content?.contains(document.activeElement)) return
  content?.querySelector<HTMLElement>(fields)?.focus()
}

function useClosing({ open, onClose, loss = nothing, busy = false }: Closing) {
  const [losses] = useState(() => new InputLossRegistry())
  const content = useRef<HTMLDivElement>(null)
  const lastField = useLastFocus(open, content)
  const askLoss = useConfirmInputLoss()
  const lost: InputLossMessage = () => [loss(), losses.words()].filter((words) => words).join('') || null
  const close = () => {
    if (busy || !onClose) return
    const words = lost()
    if (words === null) return onClose()
    const field = lastField.current
    let stays = false
    askLoss({
      content: words,
      okText: '放弃并关闭',
      cancelText: '继续填写',
      onOk: onClose,
      onCancel: () => {
        stays = true
      },
      // The click on 取消 moved the focus to that button, so move the focus back.
      afterClose: () => stays && field?.focus(),
    })
  }
  useLossWarning(open, lost)
  useHistoryLayer(open, close)
  return { close, losses, content }
}

/** Remembers the last focused element of the dialog content other than the dialog's buttons. */
function useLastFocus(open: boolean, content: RefObject<HTMLElement | null>) {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) return
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && content.current?.contains(target)) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [open, content])
  return last
}
