import { type Invoice, useChangeInvoice } from '@ce/client/invoice.ts'
import { invoiceChangeText } from '@ce/client/invoice-text.ts'
import { invoiceChangedNotice, invoiceChangeTermsText, toInvoiceInput } from '@ce/client/invoice-title.ts'
import { useRefusalAfterDialog } from '@ce/client/use-flush-on-leave.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { TextField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { InvoiceTitleFields, useInvoiceTitleFields } from './TitleFields.tsx'

/** Each order allows one change of its invoice, which reverses the old invoice. */
export function InvoiceChangeButton({ invoice }: { invoice: Invoice }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        申请换开
      </Button>
      {open && <ChangeDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Mount the dialog only while it is open, so that it starts with the current invoice title. */
function ChangeDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { titleType, title, taxNo, email } = invoice
  const fields = useInvoiceTitleFields(
    { titleType, title, taxNo: taxNo ?? '', email, remark: '' },
    `invoice change ${invoice.id}`,
    true,
  )
  const change = useChangeInvoice()
  const lastWord = useRefusalAfterDialog()
  const send = async (values: typeof fields.values) => {
    const reason = values.reason.trim()
    const asked = { id: invoice.id, ...toInvoiceInput(values), reason }
    await lastWord.hear(() => change.mutateAsync(asked))
    showNotice(invoiceChangedNotice)
    onClose()
  }
  const cancel = () => {
    lastWord.forget()
    onClose()
  }
  return (
    <Dialog form open title={invoiceChangeText.title} onClose={cancel}>
      <FieldsForm fields={fields} action={invoiceChangeText.action} submit={send}>
        <p>{invoiceChangeTermsText}</p>
        <InvoiceTitleFields of={fields} />
        <TextField of={fields} name="reason" label="换开原因" required autoComplete="off" />
      </FieldsForm>
    </Dialog>
  )
}
