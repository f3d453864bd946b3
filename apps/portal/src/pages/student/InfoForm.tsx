import { type Profile, useModify } from '@ce/client/student.ts'
import { creditCodeMsg, creditCodeValid, emailRule, registrationNoRule } from '@ce/contract/person'
import { showInForm } from '@ce/frame/form-refusal.ts'
import { checks, matches, withoutSpaces } from '@ce/frame/form-rules.ts'
import { titleOptions } from '@ce/frame/student/title-options.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button, DatePicker, Form, Input, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { type InfoFields, infoChange, infoOf } from './info-change.ts'
import classes from './ProfilePage.module.css'

const genders = [
  { value: 'MALE', label: '男' },
  { value: 'FEMALE', label: '女' },
]
const options = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }))
const educations = options(['中专', '大专', '本科', '硕士研究生', '博士研究生', '其他'])
const scopes = options(['药学类', '中药学类', '药学类、中药学类'])
const onBlur = { validateTrigger: 'onBlur' } as const

/** The fields of one's own; only what was changed is sent. */
export function InfoForm({ profile }: { profile: Profile }) {
  const [form] = Form.useForm<InfoFields>()
  const [problem, setProblem] = useState<string | null>(null)
  const modify = useModify()
  const save = async (fields: InfoFields) => {
    setProblem(null)
    const change = infoChange(profile, fields)
    if (Object.keys(change).length === 0) return showNotice({ title: '没有需要保存的修改' })
    try {
      form.setFieldsValue(infoOf(await modify.mutateAsync(change)))
      showNotice({ kind: 'success', title: '已保存' })
    } catch (error) {
      setProblem(showInForm(form, error))
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={infoOf(profile)}
      onFinish={save}
      scrollToFirstError={{ focus: true }}
    >
      <div className={classes.grid}>
        <Form.Item name="gender" label="性别">
          <Radio.Group options={genders} />
        </Form.Item>
        <Form.Item name="titleCode" label="职称">
          <Select options={titleOptions} />
        </Form.Item>
        <Form.Item name="education" label="学历">
          <Select options={educations} allowClear placeholder="请选择" />
        </Form.Item>
        <Form.Item name="school" label="毕业院校">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="major" label="专业">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="practiceScope" label="执业范围">
          <Select options={scopes} allowClear placeholder="请选择" />
        </Form.Item>
        <Form.Item name="employer" label="执业单位">
          <Input maxLength={100} autoComplete="organization" />
        </Form.Item>
        <Form.Item
          name="employerCreditCode"
          label="单位统一社会信用代码"
          normalize={withoutSpaces}
          rules={[checks((value) => (creditCodeValid(value.trim()) ? null : creditCodeMsg))]}
          {...onBlur}
        >
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item
          name="registrationNo"
          label="注册证编号"
          normalize={withoutSpaces}
          rules={[matches(registrationNoRule)]}
          {...onBlur}
        >
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item
          name="registrationValidTo"
          label="注册有效期至"
          getValueProps={(day: string | null) => ({ value: day ? dayjs(day) : null })}
          getValueFromEvent={(_day: unknown, text: string | null) => text || null}
        >
          <DatePicker className={classes.day} placeholder="YYYY-MM-DD" />
        </Form.Item>
        <Form.Item name="city" label="所在城市">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="email" label="邮箱" rules={[matches(emailRule)]} {...onBlur}>
          <Input type="email" autoComplete="email" maxLength={100} />
        </Form.Item>
        <Form.Item name="address" label="地址" className={classes.whole}>
          <Input maxLength={200} autoComplete="street-address" />
        </Form.Item>
      </div>
      <div role="alert">
        {problem && <Alert className={classes.alert} type="error" showIcon title={problem} />}
      </div>
      <Button type="primary" htmlType="submit" loading={modify.isPending}>
        保存
      </Button>
    </Form>
  )
}
