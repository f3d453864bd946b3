import { Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormProblem } from './FormProblem.tsx'
import { useFormProblem } from './use-form-problem.ts'

interface FormDialogProps<Fields> {
  form: FormInstance<Fields>
  title: string
  okText: string
  danger?: boolean
  initialValues?: Partial<Fields>
  /** what the button does; the dialog closes after it; @throws what the call throws */
  send: (fields: Fields) => Promise<void>
  /** once it is closed, and the focus is back where it was */
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: its problems beside the fields, its button busy while it sends. */
export function FormDialog<Fields extends object>(props: FormDialogProps<Fields>) {
  const { form, title, okText, danger = false, initialValues, send, onClose, children } = props
  const { problem, attempt } = useFormProblem(form)
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const submit = async (fields: Fields) => {
    setBusy(true)
    if (await attempt(() => send(fields))) setOpen(false)
    setBusy(false)
  }
  return (
    <Modal
      open={open}
      title={title}
      okText={okText}
      cancelText="取消"
      okButtonProps={{ danger }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onFinish={submit}
        scrollToFirstError={{ focus: true }}
      >
        <FormProblem problem={problem} />
        {children}
        <button type="submit" hidden aria-hidden />
      </Form>
    </Modal>
  )
}
