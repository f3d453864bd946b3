import type { Editor } from '@tiptap/react'
import { Form, Input, type InputRef, Modal } from 'antd'
import { useRef } from 'react'

/** The words that stand for the selected picture when it is not seen. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [form] = Form.useForm<{ alt?: string }>()
  const field = useRef<InputRef>(null)
  const alt: unknown = editor.getAttributes('image').alt
  return (
    <Modal
      open
      title="图片说明"
      okText="确定"
      cancelText="取消"
      onOk={() => form.submit()}
      onCancel={onClose}
      afterOpenChange={(open) => open && field.current?.focus()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ alt: typeof alt === 'string' ? alt : '' }}
        onFinish={(values) => {
          const words = values.alt?.trim() ?? ''
          editor.chain().focus().updateAttributes('image', { alt: words }).run()
          onClose()
        }}
      >
        <Form.Item
          label="图片里有什么"
          name="alt"
          extra="读屏软件会读出这句话；纯装饰的图片可以留空"
        >
          <Input ref={field} autoComplete="off" maxLength={200} onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
