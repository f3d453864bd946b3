import type { SiteInfo } from '@ce/client/first_page.ts'
import { agreementNeeded } from '@ce/contract/person'
import classes from './DocumentText.module.css'

/** What is read before one agrees. */
export type Document = 'agreement' | 'privacy'
export const documentTitles: Readonly<Record<Document, string>> = {
  agreement: '用户协议',
  privacy: '隐私政策',
}
export const agreementWords = {
  tick: '我已阅读并同意用户协议和隐私政策',
  read: '点击阅读',
  needed: agreementNeeded,
  renewed: '用户协议或隐私政策刚刚更新，请阅读后再次勾选',
} as const

interface DocumentTextProps {
  document: Document
  site: SiteInfo | undefined
}

/** The text and its version, or that it is not published. */
export function DocumentText({ document, site }: DocumentTextProps) {
  const version = site && (document === 'privacy' ? site.privacyVersion : site.agreementVersion)
  const paragraphs = site?.[document] ?? []
  return (
    <div className={classes.document}>
      {version && <p>版本：{version}</p>}
      {paragraphs.length === 0 && <p>全文尚未发布，请联系客服索取。</p>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
