import type { ComponentProps } from 'react'
import { FormDialog } from '../kit/FormDialog.tsx'
import { ReasonField } from './Reason.tsx'

type Dialog = ComponentProps<typeof FormDialog<{ reason?: string }>>

interface ReasonDialogProps extends Omit<Dialog, 'form' | 'initialValues' | 'send'> {
  /** An example of a reason; null if the dialog asks for no reason. */
  placeholder: string | null
  /** A hint that tells who will read the reason. */
  extra?: string
  /** @throws the error of the call */
  send: (reason: string) => Promise<unknown>
}

/** Asks for the reason of an action, then carries out the action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { placeholder, extra, send, children, ...dialog } = props
  return (
    <FormDialog {...dialog} send={({ reason = '' }) => send(reason)}>
      {children}
      {placeholder !== null && <ReasonField placeholder={placeholder} extra={extra} />}
    </FormDialog>
  )
}
