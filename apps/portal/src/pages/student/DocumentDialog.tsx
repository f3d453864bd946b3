import { Button, Modal } from 'antd'
import classes from './RegisterPage.module.css'

interface DocumentDialogProps {
  title: string
  open: boolean
  paragraphs: readonly string[]
  version: string | undefined
  onClose: () => void
}

/** A text to read; it scrolls inside, by keyboard too. */
export function DocumentDialog({ title, open, paragraphs, version, onClose }: DocumentDialogProps) {
  return (
    <Modal
      open={open}
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
        {version && <p>版本：{version}</p>}
        {paragraphs.length === 0 && <p>全文尚未发布，请联系客服索取。</p>}
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </Modal>
  )
}
