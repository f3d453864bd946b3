import type { Editor } from '@tiptap/react'
import { Form, Input, type InputRef, Modal } from 'antd'
import { useRef } from 'react'
import { linkAddress } from './link-address.ts'

interface LinkDialogProps {
  editor: Editor
  onClose: () => void
}

/** Sets the address of the selected text's link, or inserts one with words of its own. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const [form] = Form.useForm<{ address: string; words?: string }>()
  const field = useRef<InputRef>(null)
  const { selection } = editor.state
  const current: unknown = editor.getAttributes('link').href
  const needsWords = selection.empty && !editor.isActive('link')
  const set = ({ address, words }: { address: string; words?: string }) => {
    const checked = linkAddress(address)
    if ('problem' in checked) return
    const { href } = checked
    const chain = editor.chain().focus()
    if (needsWords)
      chain
        .insertContent({
          type: 'text',
          text: words?.trim() || href,
          marks: [{ type: 'link', attrs: { href } }],
        })
        .unsetMark('link')
        .run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  return (
    <Modal
      open
      title="链接"
      okText="确定"
      cancelText="取消"
      onOk={() => form.submit()}
      onCancel={onClose}
      afterOpenChange={(open) => open && field.current?.focus()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ address: typeof current === 'string' ? current : '' }}
        onFinish={set}
      >
        <Form.Item
          label="链接地址"
          name="address"
          extra="网址（https://）、本站页面（/list/notice）、邮箱（mailto:）或电话（tel:）"
          rules={[{ validator: checkAddress }]}
        >
          <Input ref={field} autoComplete="off" maxLength={2000} onPressEnter={form.submit} />
        </Form.Item>
        {needsWords && (
          <Form.Item label="显示的文字" name="words" extra="不填则显示链接地址">
            <Input autoComplete="off" maxLength={200} onPressEnter={form.submit} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

async function checkAddress(_rule: unknown, value: unknown): Promise<void> {
  const checked = linkAddress(typeof value === 'string' ? value : '')
  if ('problem' in checked) throw new Error(checked.problem)
}
