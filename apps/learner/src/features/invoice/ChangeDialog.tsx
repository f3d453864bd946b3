import { type Invoice, useChangeInvoice } from '@ce/client/invoice.ts'
import { changeWords } from '@ce/client/invoice-text.ts'
import { askedOf, changedNotice, changeTerms } from '@ce/client/invoice-title.ts'
import { useLastWord } from '@ce/client/last-word.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { TextField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { TitleFields, useTitleFields } from './TitleFields.tsx'

/** Asks for another title, once; the old invoice is red-reversed for it. */
export function ChangeButton({ invoice }: { invoice: Invoice }) {
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

/** There while it is open: it begins with what stands on the invoice. */
function ChangeDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { titleType, title, taxNo, email } = invoice
  const fields = useTitleFields(
    { titleType, title, taxNo: taxNo ?? '', email, remark: '' },
    `invoice change ${invoice.id}`,
    true,
  )
  const change = useChangeInvoice()
  const lastWord = useLastWord()
  const send = async (values: typeof fields.values) => {
    const reason = values.reason.trim()
    const asked = { id: invoice.id, ...askedOf(values), reason }
    await lastWord.hear(() => change.mutateAsync(asked))
    showNotice(changedNotice)
    onClose()
  }
  const cancel = () => {
    lastWord.forget()
    onClose()
  }
  return (
    <Dialog form open title={changeWords.title} onClose={cancel}>
      <FieldsForm fields={fields} action={changeWords.action} submit={send}>
        <p>{changeTerms}</p>
        <TitleFields of={fields} />
        <TextField of={fields} name="reason" label="换开原因" required autoComplete="off" />
      </FieldsForm>
    </Dialog>
  )
}
