import {
  certificateNoRule,
  idNoProblem,
  idTypeNames,
  nameProblem,
  phoneRule,
} from '@ce/contract/person'
import { checks, matches, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { titleOptions } from '@ce/frame/student/title-options.ts'
import { Form, Input, Select } from 'antd'
import classes from './RegisterPage.module.css'

const idTypes = Object.entries(idTypeNames).map(([value, label]) => ({ value, label }))

/** Who registers: the fields of the contract, checked with its own words. */
export function PersonFields() {
  const idType = Form.useWatch<string>('idType')
  return (
    <div className={classes.grid}>
      <Form.Item
        name="name"
        label="姓名"
        extra="与资格证书一致，证明上打印此姓名"
        rules={[needed('请输入姓名'), checks(nameProblem)]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="name" maxLength={60} />
      </Form.Item>
      <Form.Item
        name="phone"
        label="手机号"
        extra="用于登录"
        normalize={withoutSpaces}
        rules={[needed('请输入手机号'), matches(phoneRule)]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="tel" inputMode="numeric" maxLength={20} />
      </Form.Item>
      <Form.Item name="idType" label="证件类型" rules={[{ required: true }]}>
        <Select options={idTypes} />
      </Form.Item>
      <Form.Item
        name="idNo"
        label="证件号"
        dependencies={['idType']}
        normalize={withoutSpaces}
        rules={[needed('请输入证件号'), checks((value) => idNoProblem(idType ?? '', value))]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" maxLength={40} />
      </Form.Item>
      <Form.Item
        name="certificateNo"
        label="执业药师资格证书编号"
        normalize={withoutSpaces}
        rules={[needed('请输入资格证书编号'), matches(certificateNoRule)]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" maxLength={40} />
      </Form.Item>
      <Form.Item name="titleCode" label="职称">
        <Select options={titleOptions} />
      </Form.Item>
      <Form.Item name="employer" label="执业单位" extra="选填，可以以后再补">
        <Input autoComplete="organization" maxLength={100} />
      </Form.Item>
    </div>
  )
}
