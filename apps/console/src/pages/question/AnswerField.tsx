import { trueFalseOptions } from '@ce/contract/question-options'
import { Form, Radio } from 'antd'
import type { Ref } from 'react'
import type { QuestionFields } from './content.ts'
import { rightAnswerText } from './labels.ts'
import { QuestionOptionsField } from './OptionsField.tsx'
import classes from './QuestionForm.module.css'

export function QuestionAnswerField() {
  const form = Form.useFormInstance<QuestionFields>()
  const type = Form.useWatch('type', form) ?? 'SINGLE'
  if (type === 'JUDGE')
    return (
      <fieldset className="plain-fieldset">
        <legend>正确答案</legend>
        <Form.Item name="judge" className={classes.tight} rules={[{ required: true, message: '请选择正确答案' }]}>
          <Radio.Group options={trueFalseOptions.map((label, value) => ({ value, label }))} />
        </Form.Item>
      </fieldset>
    )
  return (
    <fieldset className="plain-fieldset">
      <legend>选项（{type === 'MULTIPLE' ? '勾选全部' : '点选'}正确答案）</legend>
      <Form.Item name="options" className={classes.tight} rules={[{ validator: everyOneWritten }]} validateTrigger={[]}>
        <QuestionOptionsField type={type} />
      </Form.Item>
      <Form.Item name="answer" className={classes.tight}>
        <AnswerLine />
      </Form.Item>
    </fieldset>
  )
}

async function everyOneWritten(_rule: unknown, choices: QuestionFields['options']): Promise<void> {
  const empty = choices.map((choice) => ({ ...choice, right: choice.text.trim() === '' }))
  const letters = rightAnswerText('SINGLE', empty)
  if (letters) throw new Error(`选项 ${letters} 还没有填写；用不上的请删除`)
}

function AnswerLine({ ref }: { ref?: Ref<HTMLParagraphElement> }) {
  const form = Form.useFormInstance<QuestionFields>()
  const options = Form.useWatch('options', form) ?? []
  const type = Form.useWatch('type', form) ?? 'SINGLE'
  return (
    <p ref={ref} tabIndex={-1} className={classes.answer}>
      正确答案：{rightAnswerText(type, options) || '还没有标出'}
    </p>
  )
}
