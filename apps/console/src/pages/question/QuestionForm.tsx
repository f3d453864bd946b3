import { optionOrders, orderNames } from '@ce/contract/question-findings'
import {
  difficulties,
  difficultyName,
  questionTypes,
  typeNames,
} from '@ce/contract/question-options'
import { Form, type FormInstance, Input, Radio, Select } from 'antd'
import { type ReactNode, useRef } from 'react'
import { needed } from '../../kit/form-rules.ts'
import { AnswerField } from './AnswerField.tsx'
import { fitted, movedExplanation, type Choice as Option, type QuestionFields } from './content.ts'
import classes from './QuestionForm.module.css'

interface QuestionFormProps {
  form: FormInstance<QuestionFields>
  initial: QuestionFields
  /** the tags the course's questions have */
  tags: readonly string[]
  onChanged: () => void
  onSubmit: () => void
  /** the button and what there is to say about the whole */
  children: ReactNode
}

/** The fields of a question. */
export function QuestionForm(props: QuestionFormProps) {
  const { form, initial, tags, onChanged, onSubmit, children } = props
  const shown = useRef<Option[]>(initial.options)
  const change = ({ type, options }: Partial<QuestionFields>) => {
    if (type) form.setFieldValue('options', fitted(form.getFieldValue('options'), type))
    if (options) {
      const explanation = movedExplanation(form.getFieldsValue(true), shown.current, options)
      form.setFieldValue('explanation', explanation)
      shown.current = options
    }
    // what the server said of the answer is about the one before
    if (type || options) form.setFields([{ name: 'answer', errors: [] }])
    onChanged()
  }
  return (
    <Form
      form={form}
      name="question"
      layout="vertical"
      requiredMark={false}
      className={classes.form}
      initialValues={initial}
      onValuesChange={change}
      onFinish={onSubmit}
      scrollToFirstError={{ focus: true }}
    >
      <div className={classes.pair}>
        <Choice name="type" legend="题型" options={types} />
        <Choice name="difficulty" legend="难度" options={levels} />
      </div>
      <Form.Item
        name="stem"
        label="题干"
        rules={[needed('请填写题干'), { min: 4, message: '题干至少 4 个字' }]}
        validateTrigger="onBlur"
      >
        <Input.TextArea rows={3} maxLength={1000} />
      </Form.Item>
      <AnswerField />
      <OrderField />
      <Form.Item
        name="explanation"
        label="解析（选填）"
        extra="考完之后显示给考生。写选项的字母，如“选项A”“故选AB”，试卷上会换成考生看到的字母。"
      >
        <Input.TextArea rows={3} maxLength={2000} />
      </Form.Item>
      <Form.Item name="tags" label="标签（选填）" extra="输入后按回车，最多 10 个。">
        <Select
          mode="tags"
          maxCount={10}
          tokenSeparators={[',', '，', ';', '；', '、']}
          options={tags.map((tag) => ({ value: tag, label: tag }))}
        />
      </Form.Item>
      {children}
    </Form>
  )
}

/** Of a 判断题 there is nothing to choose. */
function OrderField() {
  const type = Form.useWatch('type') ?? 'SINGLE'
  if (type === 'JUDGE') return null
  return (
    <fieldset className="plain-fieldset">
      <legend>选项次序</legend>
      <Form.Item name="order" extra="选项里提到别的选项，或次序有意义的，请选“固定”。">
        <Radio.Group options={orders} />
      </Form.Item>
    </fieldset>
  )
}

const orders = optionOrders.map((value) => ({ value, label: orderNames[value] }))
const types = questionTypes.map((value) => ({ value, label: typeNames[value] }))
const levels = difficulties.map((value) => ({ value, label: difficultyName(value) }))

interface ChoiceProps {
  name: 'type' | 'difficulty'
  legend: string
  options: { value: string | number; label: string }[]
}

function Choice({ name, legend, options }: ChoiceProps) {
  return (
    <fieldset className="plain-fieldset">
      <legend>{legend}</legend>
      <Form.Item name={name}>
        <Radio.Group options={options} />
      </Form.Item>
    </fieldset>
  )
}
