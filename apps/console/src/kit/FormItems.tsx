import type { FieldLimits } from '@ce/contract/field-limits'
import type { NumberLimits } from '@ce/contract/typed-number'
import { Form, type FormItemProps, Input, type InputNumberProps, type InputProps } from 'antd'
import { requiredRule, textLengthRule } from './form-rules.ts'
import { NumberInput } from './NumberInput.tsx'
import { numberRangeRule } from './number-rule.ts'

interface ItemProps extends Omit<FormItemProps, 'children' | 'label'> {
  label: string
  /** The message for an empty field; true: 请填写 and the label; left out: the field may be empty. */
  needed?: true | string
}

interface TextItemProps extends ItemProps {
  limits: FieldLimits
  /** The name in the message for a wrong length; true: the label; left out: no message. */
  counted?: true | string
  /** The number of rows; if given, the field is a text area. */
  rows?: number
  input?: InputProps
}

/** A text field, limited to the length in the contract and checked when the focus leaves it. */
export function TextItem(props: TextItemProps) {
  const { needed, limits, counted, rows, input, rules = [], ...item } = props
  const { label } = item
  const { minLength = 0, maxLength } = limits
  const own = [
    ...(needed ? [requiredRule(needed === true ? `请填写${label}` : needed)] : []),
    ...(counted
      ? [
          textLengthRule(counted === true ? label : counted, {
            minLength,
            maxLength: maxLength ?? Number.POSITIVE_INFINITY,
          }),
        ]
      : []),
  ]
  return (
    <Form.Item validateTrigger="onBlur" rules={[...own, ...rules]} {...item}>
      {rows ? (
        <Input.TextArea
          rows={rows}
          maxLength={maxLength}
          placeholder={input?.placeholder}
          disabled={input?.disabled}
          autoFocus={input?.autoFocus}
        />
      ) : (
        <Input maxLength={maxLength} autoComplete="off" {...input} />
      )}
    </Form.Item>
  )
}

interface NumberItemProps extends ItemProps {
  within: NumberLimits
  input?: InputNumberProps<number>
}

/** A number field, checked when the focus leaves it. */
export function NumberFormItem({ needed, within, input, ...item }: NumberItemProps) {
  const message = needed === true ? `请填写${within.what}` : needed
  const rules = [...(message ? [{ required: true, message }] : []), numberRangeRule(within)]
  return (
    <Form.Item validateTrigger="onBlur" rules={rules} {...item}>
      <NumberInput {...input} />
    </Form.Item>
  )
}
