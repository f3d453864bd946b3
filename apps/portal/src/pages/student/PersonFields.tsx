import { registerFields as fields } from '@ce/frame/student/person/register-fields.ts'
import { Form } from 'antd'
import { FieldItem } from './FieldItem.tsx'
import classes from './RegisterPage.module.css'

/** Who registers. */
export function PersonFields() {
  const idType = Form.useWatch<string>('idType')
  return (
    <div className={classes.grid}>
      <FieldItem field={fields.name} idType={idType} dependencies={['idType']} />
      <FieldItem field={fields.phone} />
      <FieldItem field={fields.idType} />
      <FieldItem field={fields.idNo} idType={idType} dependencies={['idType']} />
      <FieldItem field={fields.certificateNo} />
      <FieldItem field={fields.titleCode} />
      <FieldItem field={fields.employer} />
    </div>
  )
}
