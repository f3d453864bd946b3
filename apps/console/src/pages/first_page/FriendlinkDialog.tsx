import { type Friendlink, useSaveFriendlink } from '@ce/client/staff/first_page.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { linkAddressRule } from '@ce/contract/desk-rules'
import { firstPageSaveFriendlinkLimits } from '@ce/contract/generated/staff-limits'
import { toDisplayedAddress } from '@ce/contract/web-address'
import { Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { contractFieldRule, requiredRule } from '../../kit/form-rules.ts'

interface Fields {
  title: string
  redirectUrl: string
  visible: boolean
}

interface FriendlinkDialogProps {
  link: Friendlink | null
  onClose: () => void
}

export function FriendlinkDialog({ link, onClose }: FriendlinkDialogProps) {
  const save = useSaveFriendlink()
  // A repeat after a lost response must not create a second link.
  const [key] = useState(randomUuid)
  return (
    <FormDialog<Fields>
      title={link ? `编辑友情链接：${link.title}` : '新建友情链接'}
      okText="保存"
      initialValues={
        link
          ? { ...link, redirectUrl: toDisplayedAddress(link.redirectUrl) }
          : { title: '', redirectUrl: '', visible: true }
      }
      send={(fields) => save.mutateAsync({ ...fields, id: link?.id ?? null, version: link?.version, key })}
      done={(fields) => ({ title: `已保存：${fields.title.trim()}` })}
      onClose={onClose}
    >
      <Form.Item name="title" label="名称" rules={[requiredRule('请填写名称')]} validateTrigger="onBlur">
        <Input maxLength={firstPageSaveFriendlinkLimits.title.maxLength} />
      </Form.Item>
      <Form.Item
        name="redirectUrl"
        label="链接"
        rules={[requiredRule('请填写链接'), contractFieldRule(linkAddressRule)]}
        validateTrigger="onBlur"
      >
        <Input maxLength={firstPageSaveFriendlinkLimits.redirectUrl.maxLength} placeholder="https://" inputMode="url" />
      </Form.Item>
      <Form.Item name="visible" label="对访客显示" valuePropName="checked">
        <Switch checkedChildren="显示" unCheckedChildren="隐藏" />
      </Form.Item>
    </FormDialog>
  )
}
