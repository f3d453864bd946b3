import { restoreFocusAfterClose } from '@ce/client/components/restore-focus.ts'
import { openHistoryLayer } from '@ce/ui/layer-history.ts'
import { App } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'

interface Question {
  title: string
  content?: ReactNode
  okText: string
  cancelText: string
  /** True for an action that destroys something. */
  danger?: boolean
  first?: 'ok' | 'cancel'
  /** The dialog stays busy until the promise resolves. */
  onOk: () => unknown
  onCancel?: () => void
  /** Called after the dialog has closed and focus is restored. */
  afterClose?: () => void
}

interface Asked {
  destroy: () => void
}

/** Esc and Back answer no. The dialog closes when the component that asked unmounts. */
export function useConfirm(): (question: Question) => Asked {
  const { modal } = App.useApp()
  const open = useRef(new Set<Asked>())
  useEffect(() => {
    const asked = open.current
    return () => {
      for (const one of asked) one.destroy()
    }
  }, [])
  return useCallback(
    (question) => {
      const { danger = false, first = 'ok', onOk, onCancel, afterClose, ...shown } = question
      let busy = false
      const closeLayer = openHistoryLayer(() => {
        if (busy) return
        answered()
        onCancel?.()
        dialog.destroy()
      })
      const answered = () => {
        closeLayer()
        open.current.delete(asked)
      }
      const dialog = modal.confirm({
        ...shown,
        okButtonProps: { danger },
        focusable: { autoFocusButton: first },
        onOk: () => {
          const work = onOk()
          if (!(work instanceof Promise)) return answered()
          busy = true
          return work.then(answered).finally(() => {
            busy = false
          })
        },
        onCancel: () => {
          answered()
          onCancel?.()
        },
        afterClose: () => {
          restoreFocusAfterClose()
          afterClose?.()
        },
      })
      const asked: Asked = {
        destroy: () => {
          answered()
          dialog.destroy()
        },
      }
      open.current.add(asked)
      return asked
    },
    [modal],
  )
}

export function useConfirmInputLoss() {
  const confirm = useConfirm()
  return useCallback(
    (question: Omit<Question, 'title' | 'danger' | 'first'>) =>
      confirm({ title: '放弃没有保存的修改？', danger: true, first: 'cancel', ...question }),
    [confirm],
  )
}
