import type { SiteInfo } from '@ce/client/first_page.ts'
import {
  type Document,
  documentTitles,
  agreementWords as words,
} from '@ce/frame/student/person/DocumentText.tsx'
import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { DocumentDialog } from './DocumentDialog.tsx'
import classes from './RegisterPage.module.css'

interface AgreementFieldProps {
  site: SiteInfo | undefined
  /** it was ticked over other texts than these */
  renewed: boolean
}

/** The agreement's checkbox, unticked, with both texts to read before ticking it. */
export function AgreementField({ site, renewed }: AgreementFieldProps) {
  const [open, setOpen] = useState<Document | null>(null)
  const reader = (document: Document) => (
    <Button type="link" className={classes.inline} onClick={() => setOpen(document)}>
      《{documentTitles[document]}》
    </Button>
  )
  return (
    <>
      <Form.Item
        name="agreed"
        valuePropName="checked"
        rules={[
          {
            validator: async (_rule, agreed: boolean) => {
              if (!agreed) throw new Error(words.needed)
            },
          },
        ]}
        extra={
          <>
            {words.read} {reader('agreement')} {reader('privacy')}
            <div role="status">{renewed && words.renewed}</div>
          </>
        }
      >
        <Checkbox>{words.tick}</Checkbox>
      </Form.Item>
      <DocumentDialog document={open} site={site} onClose={() => setOpen(null)} />
    </>
  )
}
