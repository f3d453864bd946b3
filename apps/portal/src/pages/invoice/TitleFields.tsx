import { type SavedTitle, savedTitlesQuery } from '@ce/client/invoice.ts'
import { useSession } from '@ce/client/session.ts'
import { emailRule, invoiceTitleProblems, invoiceTitleTypes } from '@ce/contract/person'
import { matches, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, type FormInstance, Input, Radio } from 'antd'
import classes from './Invoice.module.css'

export interface TitleValues {
  titleType: SavedTitle['titleType']
  title: string
  taxNo?: string
  email: string
  remark?: string
  saveTitle?: boolean
  /** of a change */
  reason?: string
}

/** What the form holds as the call takes it. */
export function askedOf({ titleType, title, taxNo, email, remark, saveTitle }: TitleValues) {
  const code = titleType === 'PERSONAL' ? '' : (taxNo ?? '').trim()
  return {
    titleType,
    title: title.trim(),
    ...(code ? { taxNo: code } : {}),
    email: email.trim(),
    remark: remark?.trim() ?? '',
    saveTitle: saveTitle ?? false,
  }
}

const typeOptions = Object.entries(invoiceTitleTypes).map(([value, label]) => ({ value, label }))

/** Whom an invoice is for, and where word of it goes; checked as the server checks it. */
export function TitleFields({ form }: { form: FormInstance<TitleValues> }) {
  const titleType = Form.useWatch('titleType', form) ?? 'PERSONAL'
  const own = useSession()?.userInfo?.name
  // a person's name is no company's
  const dropOwnName = (type: TitleValues['titleType']) => {
    if (type !== 'PERSONAL' && form.getFieldValue('title') === own) form.setFieldValue('title', '')
  }
  const problemOf = (field: 'title' | 'taxNo') => ({
    validator: async () => {
      const { title = '', taxNo = '' } = form.getFieldsValue()
      const code = titleType === 'PERSONAL' ? '' : taxNo.trim().toUpperCase()
      const problems = invoiceTitleProblems({ titleType, title: title.trim(), taxNo: code })
      if (problems[field] && (field === 'taxNo' || title)) throw new Error(problems[field])
    },
  })
  return (
    <>
      <SavedTitles form={form} />
      <Form.Item name="titleType" label="抬头类型">
        <Radio.Group options={typeOptions} onChange={({ target }) => dropOwnName(target.value)} />
      </Form.Item>
      <Form.Item
        name="title"
        label="发票抬头"
        rules={[needed('请填写抬头'), problemOf('title')]}
        validateTrigger="onBlur"
        extra={
          titleType === 'PERSONAL' ? '通常是本人姓名。' : '单位全称，与营业执照或法人证书一致。'
        }
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      {titleType !== 'PERSONAL' && (
        <Form.Item
          name="taxNo"
          label={titleType === 'COMPANY' ? '统一社会信用代码' : '统一社会信用代码（选填）'}
          normalize={withoutSpaces}
          rules={[problemOf('taxNo')]}
          validateTrigger="onBlur"
          extra="18 位，最后一位是校验码。"
        >
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item
        name="email"
        label="邮箱"
        normalize={withoutSpaces}
        rules={[needed('请填写邮箱'), matches(emailRule)]}
        validateTrigger="onBlur"
        extra="工作人员需要联系您时使用。"
      >
        <Input maxLength={100} autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item name="remark" label="备注（选填）">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="saveTitle" valuePropName="checked">
        <Checkbox>保存这个抬头，下次直接选用</Checkbox>
      </Form.Item>
    </>
  )
}

/** One click fills the title. */
function SavedTitles({ form }: { form: FormInstance<TitleValues> }) {
  const { data } = useQuery(savedTitlesQuery())
  if (!data?.list.length) return null
  return (
    <fieldset className={classes.saved}>
      <legend>选用保存的抬头</legend>
      {data.list.map(({ id, titleType, title, taxNo }) => (
        <Button
          key={id}
          size="small"
          onClick={() => {
            form.setFieldsValue({ titleType, title, taxNo: taxNo ?? '' })
            void form.validateFields(['title']).catch(() => undefined)
          }}
        >
          {title}（{invoiceTitleTypes[titleType]}）
        </Button>
      ))}
    </fieldset>
  )
}
