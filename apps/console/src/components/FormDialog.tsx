import { useRefocus } from '@ce/client/components/refocus.ts'
import { useLastWord } from '@ce/client/last-word.ts'
import { Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { forgetAnswered } from '../kit/show-in-form.ts'
import { useFormProblem } from '../kit/use-form-problem.ts'
import { FormProblem } from './FormProblem.tsx'
import classes from './form.module.css'

interface FormDialogProps<Fields> {
  /** left out: nobody else asks or fills it */
  form?: FormInstance<Fields>
  title: string
  okText: string
  cancelText?: string
  danger?: boolean
  /** something it asks is not answered yet */
  blocked?: boolean
  /** marks the fields that must not stay empty */
  marked?: boolean
  initialValues?: Partial<Fields>
  /** what the button does; the dialog closes after it; @throws what the call throws */
  send: (fields: Fields) => Promise<void> | void
  /** once it is closed, and the focus is back where it was */
  onClose: () => void
  children: ReactNode
}

const typed = 'input:not([hidden], [type="checkbox"]), textarea'

/** A form in a dialog: its problems beside the fields, its button busy while it sends. */
export function FormDialog<Fields extends object>(props: FormDialogProps<Fields>) {
  const { title, okText, cancelText = '取消', blocked = false, send, onClose } = props
  const [form] = Form.useForm<Fields>(props.form)
  const { problem, busy, attempt } = useFormProblem(form)
  const [open, setOpen] = useState(true)
  const fields = useRef<HTMLDivElement>(null)
  useRefocus()
  const lastWord = useLastWord()
  const submit = async (fields: Fields) => {
    if (await attempt(() => lastWord.hear(async () => send(fields)))) setOpen(false)
  }
  const cancel = () => {
    lastWord.forget()
    setOpen(false)
  }
  return (
    <Modal
      open={open}
      title={title}
      okText={okText}
      cancelText={cancelText}
      okButtonProps={{ danger: props.danger ?? false, disabled: blocked }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={cancel}
      afterClose={onClose}
      afterOpenChange={(shown) => shown && focusFirst(fields.current)}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={props.marked ?? false}
        initialValues={props.initialValues}
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
        scrollToFirstError={{ focus: true }}
      >
        <FormProblem problem={problem} />
        <div ref={fields} className={classes.fields}>
          {props.children}
        </div>
        <button type="submit" disabled={blocked} hidden aria-hidden />
      </Form>
    </Modal>
  )
}

/** The first field, not the dialog around it; whoever already types in a field stays there. */
function focusFirst(fields: HTMLElement | null): void {
  if (!fields?.contains(document.activeElement)) fields?.querySelector<HTMLElement>(typed)?.focus()
}
