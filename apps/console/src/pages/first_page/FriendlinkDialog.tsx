import { type Friendlink, useSaveFriendlink } from '@ce/client/staff/first_page.ts'
import { uuid } from '@ce/client/uuid.ts'
import { shownAddress } from '@ce/contract/web-address'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { needed } from '../../kit/form-rules.ts'
import { addressRule } from './address-rule.ts'

interface Fields {
  title: string
  redirectUrl: string
  visible: boolean
}

interface FriendlinkDialogProps {
  /** null: a new one */
  link: Friendlink | null
  onClose: () => void
}

/** One friend link's name, address and whether visitors see it. */
export function FriendlinkDialog({ link, onClose }: FriendlinkDialogProps) {
  const save = useSaveFriendlink()
  // sent again after a lost answer, it makes no second one
  const [key] = useState(uuid)
  const send = async (fields: Fields) => {
    await save.mutateAsync({ ...fields, id: link?.id ?? null, version: link?.version, key })
    showNotice({ kind: 'success', title: `已保存：${fields.title.trim()}` })
  }
  return (
    <FormDialog<Fields>
      title={link ? `编辑友情链接：${link.title}` : '新建友情链接'}
      okText="保存"
      initialValues={
        link
          ? { ...link, redirectUrl: shownAddress(link.redirectUrl) }
          : { title: '', redirectUrl: '', visible: true }
      }
      send={send}
      onClose={onClose}
    >
      <Form.Item name="title" label="名称" rules={[needed('请填写名称')]} validateTrigger="onBlur">
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item
        name="redirectUrl"
        label="链接"
        rules={[needed('请填写链接'), addressRule]}
        validateTrigger="onBlur"
      >
        <Input maxLength={500} placeholder="https://" inputMode="url" />
      </Form.Item>
      <Form.Item name="visible" label="对访客显示" valuePropName="checked">
        <Switch checkedChildren="显示" unCheckedChildren="隐藏" />
      </Form.Item>
    </FormDialog>
  )
}
