import { useRefocus } from '@ce/frame/refocus.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import type { FormInstance } from 'antd'
import { useState } from 'react'

interface DialogOptions {
  /** the field that has the focus when it opens */
  first: string
  onClose: () => void
}

/** A form in a dialog: busy while it sends, its problems beside the fields or above them. */
export function useDialog<Fields>(form: FormInstance<Fields>, { first, onClose }: DialogOptions) {
  useRefocus()
  const [open, setOpen] = useState(true)
  const { problem, busy, attempt } = useFormProblem(form)
  const send = async (work: () => Promise<unknown>) => {
    if (await attempt(work)) setOpen(false)
  }
  const modal = {
    open,
    confirmLoading: busy,
    mask: { closable: false },
    onOk: form.submit,
    onCancel: () => setOpen(false),
    afterOpenChange: (shown: boolean) => {
      if (shown) form.getFieldInstance(first)?.focus?.()
    },
    // the focus is back where it was by then
    afterClose: onClose,
  }
  return { modal, problem, send }
}
