import type { Editor } from '@tiptap/react'
import { Form, Input } from 'antd'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { maxDescriptionCharacters } from './DescriptionDialog.tsx'
import { parseLinkAddress } from './link-address.ts'

/** Maximum length of a link address, in characters; some browsers do not open longer addresses. */
const longestAddress = 2000

interface Fields {
  address: string
  words?: string
}

interface LinkDialogProps {
  editor: Editor
  onClose: () => void
}

export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const current: unknown = editor.getAttributes('link').href
  const needsWords = editor.state.selection.empty && !editor.isActive('link')
  const set = ({ address, words }: Fields) => {
    const checked = parseLinkAddress(address)
    if ('problem' in checked) return
    const { href } = checked
    if (!needsWords) {
      editor.chain().extendMarkRange('link').setLink({ href }).run()
      return
    }
    const marks = [{ type: 'link', attrs: { href } }]
    const text = words?.trim() || href
    editor.chain().insertContent({ type: 'text', text, marks }).unsetMark('link').run()
  }
  return (
    <FormDialog<Fields>
      title="链接"
      okText="确定"
      initialValues={{ address: typeof current === 'string' ? current : '' }}
      send={set}
      onClose={onClose}
    >
      <Form.Item
        label="链接地址"
        name="address"
        extra="网址（https://）、本站页面（/list/notice）、邮箱（mailto:）或电话（tel:）"
        rules={[{ validator: checkAddress }]}
      >
        <Input autoComplete="off" maxLength={longestAddress} />
      </Form.Item>
      {needsWords && (
        <Form.Item label="显示的文字" name="words" extra="不填则显示链接地址">
          <Input autoComplete="off" maxLength={maxDescriptionCharacters} />
        </Form.Item>
      )}
    </FormDialog>
  )
}

async function checkAddress(_rule: unknown, value: unknown): Promise<void> {
  const checked = parseLinkAddress(typeof value === 'string' ? value : '')
  if ('problem' in checked) throw new Error(checked.problem)
}
