import { checks, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import type { PersonField } from '@ce/frame/student/person/field.ts'
import { Form, type FormItemProps, Input, Select } from 'antd'

interface FieldItemProps extends Omit<FormItemProps, 'name' | 'children'> {
  field: PersonField<string>
  /** of the same form, for the fields whose rule asks for it */
  idType?: string | undefined
  /** in place of the field's plain input */
  children?: FormItemProps['children']
}

/** A field of the shared tables as an item of a form. */
export function FieldItem({ field, idType, children, ...item }: FieldItemProps) {
  const { name, label, hint, problem } = field
  return (
    <Form.Item
      {...item}
      name={name}
      label={label}
      extra={hint}
      normalize={field.withoutSpaces ? withoutSpaces : undefined}
      rules={[
        ...(field.needed ? [needed(field.needed)] : []),
        ...(problem ? [checks((typed) => problem(typed, { idType }))] : []),
      ]}
      validateTrigger="onBlur"
    >
      {children ?? inputOf(field)}
    </Form.Item>
  )
}

function inputOf({ options, clearable, ...field }: PersonField<string>) {
  if (options && clearable) return <Select options={[...options]} allowClear placeholder="请选择" />
  if (options) return <Select options={[...options]} />
  const { type, autoComplete, inputMode, maxLength } = field
  return (
    <Input type={type} autoComplete={autoComplete} inputMode={inputMode} maxLength={maxLength} />
  )
}
