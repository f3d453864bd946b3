import { useRefocus } from '@ce/client/components/refocus.ts'
import { type Invoice, useChangeInvoice } from '@ce/client/invoice.ts'
import { changeWords } from '@ce/client/invoice-text.ts'
import { askedOf, changedNotice, changeTerms } from '@ce/client/invoice-title.ts'
import { useLastWord } from '@ce/client/last-word.ts'
import { Button } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Sheet } from '@ce/ui/Sheet.tsx'
import { useState } from 'react'
import { FieldsForm } from '../../form/FieldsForm.tsx'
import { TextField } from '../../form/inputs.tsx'
import { TitleFields } from './TitleFields.tsx'
import { useTitleFields } from './use-title-fields.ts'

/** Asks for another title, once; the old invoice is red-reversed for it. */
export function ChangeButton({ invoice }: { invoice: Invoice }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        申请换开
      </Button>
      {open && <ChangeSheet invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  )
}

/** There while it is open: it begins with what stands on the invoice. */
function ChangeSheet({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  useRefocus()
  const { titleType, title, taxNo, email } = invoice
  const fields = useTitleFields({ titleType, title, taxNo: taxNo ?? '', email, remark: '' }, true)
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
    <Sheet form open title={changeWords.title} onClose={cancel}>
      <FieldsForm fields={fields} action={changeWords.action} submit={send}>
        <p>{changeTerms}</p>
        <TitleFields of={fields} />
        <TextField
          of={fields}
          name="reason"
          label="换开原因"
          required
          maxLength={200}
          autoComplete="off"
        />
      </FieldsForm>
    </Sheet>
  )
}
