import type { SiteInfo } from '@ce/client/first_page.ts'
import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { DocumentDialog } from './DocumentDialog.tsx'
import classes from './RegisterPage.module.css'

type Document = 'agreement' | 'privacy'
const titles: Record<Document, string> = { agreement: '用户协议', privacy: '隐私政策' }

/** The agreement's checkbox, unticked, with both texts to read before ticking it. */
export function AgreementField({ site }: { site: SiteInfo | undefined }) {
  const [open, setOpen] = useState<Document | null>(null)
  const reader = (document: Document) => (
    <Button type="link" className={classes.inline} onClick={() => setOpen(document)}>
      《{titles[document]}》
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
              if (!agreed) throw new Error('请阅读并同意用户协议')
            },
          },
        ]}
        extra={
          <>
            点击阅读 {reader('agreement')} {reader('privacy')}
          </>
        }
      >
        <Checkbox>我已阅读并同意用户协议和隐私政策</Checkbox>
      </Form.Item>
      <DocumentDialog
        title={open ? titles[open] : ''}
        open={open !== null}
        paragraphs={open && site ? site[open] : []}
        version={site && (open === 'privacy' ? site.privacyVersion : site.agreementVersion)}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
