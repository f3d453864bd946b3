import { questionSaveLimits } from '@ce/contract/generated/staff-limits'
import { optionOrderLabels, optionOrders } from '@ce/contract/question-findings'
import { difficulties, difficultyLabel, questionTypeLabels, questionTypes } from '@ce/contract/question-options'
import { Form, type FormInstance, Input, Radio, Select } from 'antd'
import { type ReactNode, useRef } from 'react'
import { TextItem } from '../../kit/FormItems.tsx'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { QuestionAnswerField } from './AnswerField.tsx'
import { fitOptionsToType, type EditedOption as Option, type QuestionFields, relabelExplanation } from './content.ts'
import classes from './QuestionForm.module.css'

interface QuestionFormProps {
  form: FormInstance<QuestionFields>
  initial: QuestionFields
  tags: readonly string[]
  onChanged: () => void
  onSubmit: () => void
  children: ReactNode
}

export function QuestionForm(props: QuestionFormProps) {
  const { form, initial, tags, onChanged, onSubmit, children } = props
  const shown = useRef<Option[]>(initial.options)
  const change = ({ type, options }: Partial<QuestionFields>) => {
    if (type) form.setFieldValue('options', fitOptionsToType(form.getFieldValue('options'), type))
    if (options) {
      const explanation = relabelExplanation(form.getFieldsValue(true), shown.current, options)
      form.setFieldValue('explanation', explanation)
      shown.current = options
    }
    // Remove the server's message, because it was about the old right answer.
    if (type || options) form.setFields([{ name: 'answer', errors: [] }])
    onChanged()
  }
  return (
    <Form
      form={form}
      name="question"
      layout="vertical"
      className={classes.form}
      initialValues={initial}
      onValuesChange={clearAnsweredProblems(form, change)}
      onFinish={onSubmit}
      scrollToFirstError={{ focus: true }}
    >
      <div className={classes.pair}>
        <Choice name="type" legend="题型" options={types} />
        <Choice name="difficulty" legend="难度" options={levels} />
      </div>
      <TextItem
        name="stem"
        label="题干"
        needed
        limits={questionSaveLimits.content.stem}
        rules={[{ min: 4, message: '题干至少 4 个字' }]}
        rows={3}
      />
      <QuestionAnswerField />
      <OrderField />
      <Form.Item
        name="explanation"
        label="解析（选填）"
        extra="考完之后显示给考生。写选项的字母，如“选项A”“故选AB”，试卷上会换成考生看到的字母。"
      >
        <Input.TextArea rows={3} maxLength={questionSaveLimits.content.explanation.maxLength} />
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

const orders = optionOrders.map((value) => ({ value, label: optionOrderLabels[value] }))
const types = questionTypes.map((value) => ({ value, label: questionTypeLabels[value] }))
const levels = difficulties.map((value) => ({ value, label: difficultyLabel(value) }))

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
