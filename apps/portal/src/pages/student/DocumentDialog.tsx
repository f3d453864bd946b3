import type { SiteInfo } from '@ce/client/first_page.ts'
import {
  type Document,
  DocumentText,
  documentTitles,
} from '@ce/frame/student/person/DocumentText.tsx'
import { Button, Modal } from 'antd'
import classes from './RegisterPage.module.css'

interface DocumentDialogProps {
  /** null: closed */
  document: Document | null
  site: SiteInfo | undefined
  onClose: () => void
}

/** A text to read; it scrolls inside, by keyboard too. */
export function DocumentDialog({ document, site, onClose }: DocumentDialogProps) {
  const title = document ? documentTitles[document] : ''
  return (
    <Modal
      open={document !== null}
      title={title}
      width={720}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.document} aria-label={title} tabIndex={0}>
        {document && <DocumentText document={document} site={site} />}
      </section>
    </Modal>
  )
}
