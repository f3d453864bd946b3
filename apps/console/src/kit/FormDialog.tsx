import { useRefusalAfterDialog } from '@ce/client/use-flush-on-leave.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, type FormInstance } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { FormProblem } from '../components/FormProblem.tsx'
import classes from '../components/form.module.css'
import { Dialog } from './Dialog.tsx'
import { hasFormChanges } from './form-changes.ts'
import { clearAnsweredProblems } from './show-in-form.ts'
import { useFormSubmission } from './use-form-problem.ts'

interface Said {
  title: string
  text?: string
}

interface FormDialogProps<Fields> {
  /** Pass `form` if other components read or fill the form. */
  form?: FormInstance<Fields>
  title: string
  okText: string
  cancelText?: string
  danger?: boolean
  blocked?: boolean
  /** True if something outside the form fields was chosen, such as a file. */
  changed?: boolean
  marked?: boolean
  initialValues?: Partial<Fields>
  /** The dialog closes when sending succeeds. @throws the error of the call */
  send: (fields: Fields) => unknown
  /** The notice shown after success; leave it out if `send` shows one. */
  done?: Said | ((fields: Fields) => Said)
  /** Called after the dialog has closed and focus is restored. */
  onClose: () => void
  children: ReactNode
}

export function FormDialog<Fields extends object>(props: FormDialogProps<Fields>) {
  const { title, okText, cancelText = '取消', blocked = false, initialValues, send, done, onClose } = props
  const [form] = Form.useForm<Fields>(props.form)
  const { problem, busy, attempt } = useFormSubmission(form)
  const [open, setOpen] = useState(true)
  /**
   * True from the moment of sending. A ref, because the response may navigate before the next render, and sent input
   * must not count as lost.
   */
  const sent = useRef(false)
  const lastWord = useRefusalAfterDialog()
  const submit = async (fields: Fields) => {
    sent.current = true
    const sendAndSay = async () => {
      await send(fields)
      if (done) showNotice({ kind: 'success', ...(done instanceof Function ? done(fields) : done) })
    }
    sent.current = await attempt(() => lastWord.hear(sendAndSay))
    if (sent.current) setOpen(false)
  }
  const cancel = () => {
    lastWord.forget()
    setOpen(false)
  }
  const loss = () =>
    !sent.current && (props.changed || hasFormChanges(form, initialValues))
      ? `“${title}”中填写的内容还没有保存，关闭后会丢失。`
      : null
  return (
    <Dialog
      open={open}
      title={title}
      okText={okText}
      cancelText={cancelText}
      okButtonProps={{ danger: props.danger ?? false, disabled: blocked }}
      busy={busy}
      mask={{ closable: false }}
      loss={loss}
      onOk={form.submit}
      onClose={cancel}
      afterClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={props.marked ?? false}
        initialValues={initialValues}
        onFinish={submit}
        onValuesChange={clearAnsweredProblems(form)}
        scrollToFirstError={{ focus: true }}
      >
        <FormProblem problem={problem} />
        <div className={classes.fields}>{props.children}</div>
        <button type="submit" disabled={blocked} hidden aria-hidden />
      </Form>
    </Dialog>
  )
}
