import type { SiteInfo } from '@ce/client/first_page.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { CheckField } from '@ce/ui/form/choices.tsx'
import type { Fields } from '@ce/ui/form/use-fields.ts'
import { useState } from 'react'
import {
  type Document,
  DocumentText,
  documentTitles,
  agreementWords as words,
} from './DocumentText.tsx'
import type { RegisterValues } from './register-values.ts'

interface AgreementProps {
  of: Fields<RegisterValues>
  site: SiteInfo | undefined
  /** it was ticked over other texts than these */
  renewed: boolean
}

/** The agreement's box, unticked, with both texts to read before ticking it. */
export function Agreement({ of, site, renewed }: AgreementProps) {
  const [open, setOpen] = useState<Document | null>(null)
  const close = () => setOpen(null)
  const reader = (document: Document) => (
    <Button kind="text" onClick={() => setOpen(document)}>
      《{documentTitles[document]}》
    </Button>
  )
  return (
    <div>
      <CheckField of={of} name="agreed" label={words.tick} />
      <p>
        {words.read} {reader('agreement')} {reader('privacy')}
      </p>
      <div role="status">{renewed && words.renewed}</div>
      <Dialog
        open={open !== null}
        title={open ? documentTitles[open] : ''}
        onClose={close}
        actions={<Button onClick={close}>关闭</Button>}
      >
        {open && <DocumentText document={open} site={site} />}
      </Dialog>
    </div>
  )
}

/** Unticked there is no registering. */
export const agreementCheck = (agreed: boolean) => (agreed ? null : words.needed)
