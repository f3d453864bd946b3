import type { Profile } from '@ce/client/student.ts'
import { type InfoFields, infoOf } from '@ce/frame/student/person/info-change.ts'
import { type InfoField, infoFieldList } from '@ce/frame/student/person/info-fields.ts'
import { useSaveInfo } from '@ce/frame/student/person/use-account.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { Alert, Button, Form, Radio } from 'antd'
import { FieldItem } from './FieldItem.tsx'
import classes from './ProfilePage.module.css'

/** The fields of one's own; only what was changed is sent. */
export function InfoForm({ profile }: { profile: Profile }) {
  const [form] = Form.useForm<InfoFields>()
  const { problem, busy, attempt } = useFormProblem(form)
  const saveInfo = useSaveInfo(profile)
  const save = (fields: InfoFields) =>
    attempt(async () => {
      const saved = await saveInfo(fields)
      if (saved) form.setFieldsValue(infoOf(saved))
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={infoOf(profile)}
      onFinish={save}
      scrollToFirstError={{ focus: true }}
    >
      <div className={classes.grid}>
        {infoFieldList.map((field) => (
          <InfoItem key={field.name} field={field} />
        ))}
      </div>
      <div role="alert">
        {problem && <Alert className={classes.alert} type="error" showIcon title={problem} />}
      </div>
      <Button type="primary" htmlType="submit" loading={busy}>
        保存
      </Button>
    </Form>
  )
}

function InfoItem({ field }: { field: InfoField }) {
  if (field.name === 'gender')
    return (
      <FieldItem field={field}>
        <Radio.Group options={[...(field.options ?? [])]} />
      </FieldItem>
    )
  return <FieldItem field={field} className={field.name === 'address' ? classes.whole : ''} />
}
