import { type Invoice, useChangeInvoice } from '@ce/client/invoice.ts'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { useLastWord } from '@ce/frame/last-word.ts'
import { useRefocus } from '@ce/frame/refocus.ts'
import {
  askedOf,
  changedNotice,
  changeReason,
  changeTerms,
  type TitleValues,
} from '@ce/frame/student/invoice/title.ts'
import { changeWords } from '@ce/frame/student/invoice/words.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { TitleFields } from './TitleFields.tsx'

/** Asks for another title, once; the old invoice is red-reversed for it. */
export function ChangeButton({ invoice }: { invoice: Invoice }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>申请换开</Button>
      {open && <ChangeDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  )
}

/** There while it is open: it begins with what stands on the invoice. */
function ChangeDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  useRefocus()
  const [open, setOpen] = useState(true)
  const [form] = Form.useForm<TitleValues>()
  const { problem, attempt } = useFormProblem(form)
  const change = useChangeInvoice()
  const lastWord = useLastWord()
  const send = ({ reason = '', ...values }: TitleValues) =>
    attempt(async () => {
      const asked = { id: invoice.id, ...askedOf(values), reason: reason.trim() }
      await lastWord.hear(() => change.mutateAsync(asked))
      setOpen(false)
      showNotice(changedNotice)
    })
  const cancel = () => {
    lastWord.forget()
    setOpen(false)
  }
  const { titleType, title, taxNo, email } = invoice
  return (
    <Modal
      open={open}
      title={changeWords.title}
      okText={changeWords.action}
      cancelText="取消"
      confirmLoading={change.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={cancel}
      afterClose={onClose}
    >
      <p>{changeTerms}</p>
      <div role="alert">{problem && <Alert type="error" showIcon title={problem} />}</div>
      <Form
        form={form}
        name="change-invoice"
        layout="vertical"
        initialValues={{ titleType, title, taxNo: taxNo ?? '', email, remark: '', reason: '' }}
        scrollToFirstError={{ focus: true }}
        onFinish={send}
        onValuesChange={forgetAnswered(form)}
      >
        <TitleFields form={form} />
        <Form.Item
          name="reason"
          label="换开原因"
          rules={[needed(changeReason.missing), changeReason.length]}
          validateTrigger="onBlur"
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
