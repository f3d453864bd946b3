import { showInForm } from '@ce/frame/form-refusal.ts'
import type { FormInstance } from 'antd'
import { useState } from 'react'

/** A form in a dialog: busy while it sends, its problems beside the fields or above them. */
export function useDialog<Fields>(form: FormInstance<Fields>, onClose: () => void) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      setOpen(false)
    } catch (error) {
      setProblem(showInForm(form, error))
    } finally {
      setBusy(false)
    }
  }
  const modal = {
    open,
    confirmLoading: busy,
    mask: { closable: false },
    onOk: form.submit,
    onCancel: () => setOpen(false),
    // the focus is back where it was by then
    afterClose: onClose,
  }
  return { modal, problem, send }
}
