import type { Editor } from '@tiptap/react'
import { Form, Input } from 'antd'
import { FormDialog } from '../../kit/FormDialog.tsx'

/** Maximum length of a description, in characters; the contract limits only the length of the whole text. */
export const maxDescriptionCharacters = 200

const kinds = {
  picture: {
    node: 'image',
    attribute: 'alt',
    title: '图片说明',
    label: '图片里有什么',
    extra: '读屏软件会读出这句话；纯装饰的图片可以留空',
    none: '',
  },
  table: {
    node: 'table',
    attribute: 'caption',
    title: '表格标题',
    label: '标题',
    extra: '显示在表格上方；留空则没有标题',
    none: null,
  },
} as const

export type DescriptionKind = keyof typeof kinds

interface WordsDialogProps {
  kind: DescriptionKind
  editor: Editor
  onClose: () => void
}

export function DescriptionDialog({ kind, editor, onClose }: WordsDialogProps) {
  const { node, attribute, title, label, extra, none } = kinds[kind]
  const current: unknown = editor.getAttributes(node)[attribute]
  return (
    <FormDialog
      title={title}
      okText="确定"
      initialValues={{ words: typeof current === 'string' ? current : '' }}
      send={({ words }) => {
        editor.commands.updateAttributes(node, { [attribute]: words?.trim() || none })
      }}
      onClose={onClose}
    >
      <Form.Item label={label} name="words" extra={extra}>
        <Input autoComplete="off" maxLength={maxDescriptionCharacters} />
      </Form.Item>
    </FormDialog>
  )
}
