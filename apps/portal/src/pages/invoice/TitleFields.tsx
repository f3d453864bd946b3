import { savedTitlesQuery } from '@ce/client/invoice.ts'
import { emailRule } from '@ce/contract/person'
import { matches, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import {
  emailLabel,
  savedTitleWords,
  type TitleValues,
  titleProblem,
  titleTypes,
  titleWords,
} from '@ce/frame/student/invoice/title.ts'
import { useEmailHint } from '@ce/frame/student/invoice/use-email-hint.ts'
import { useRetitle } from '@ce/frame/student/invoice/use-retitle.ts'
import { remarkLabel, savedTitlesWords } from '@ce/frame/student/invoice/words.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, type FormInstance, Input, Radio } from 'antd'
import classes from './Invoice.module.css'

/** Whom an invoice is for, and where word of it goes; checked as the server checks it. */
export function TitleFields({ form }: { form: FormInstance<TitleValues> }) {
  const titleType = Form.useWatch('titleType', form) ?? 'PERSONAL'
  const retitle = useRetitle()
  const choose = (next: TitleValues['titleType']) => {
    const title = form.getFieldValue('title') ?? ''
    form.setFieldValue('title', retitle({ titleType, title }, next))
    form.setFields([{ name: 'title', errors: [] }])
  }
  const problemOf = (field: 'title' | 'taxNo') => ({
    validator: async () => {
      const problem = titleProblem(field, { ...form.getFieldsValue(), titleType })
      if (problem) throw new Error(problem)
    },
  })
  const words = titleWords(titleType)
  const emailHint = useEmailHint()
  return (
    <>
      <SavedTitles form={form} />
      <Form.Item name="titleType" label="抬头类型" required>
        <Radio.Group options={[...titleTypes]} onChange={({ target }) => choose(target.value)} />
      </Form.Item>
      <Form.Item
        name="title"
        label="发票抬头"
        rules={[needed('请填写抬头'), problemOf('title')]}
        validateTrigger="onBlur"
        extra={words.titleHint}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      {titleType !== 'PERSONAL' && (
        <Form.Item
          name="taxNo"
          label={words.taxNo}
          required={titleType === 'COMPANY'}
          normalize={withoutSpaces}
          rules={[problemOf('taxNo')]}
          validateTrigger="onBlur"
          extra={words.taxNoHint}
        >
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item
        name="email"
        label={emailLabel}
        normalize={withoutSpaces}
        rules={[matches(emailRule)]}
        validateTrigger="onBlur"
        extra={emailHint}
      >
        <Input maxLength={100} autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item name="remark" label={remarkLabel}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="saveTitle" valuePropName="checked">
        <Checkbox>{words.save}</Checkbox>
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
      <legend>{savedTitlesWords}</legend>
      {data.list.map((saved) => (
        <Button
          key={saved.id}
          size="small"
          onClick={() => {
            const { titleType, title, taxNo } = saved
            form.setFieldsValue({ titleType, title, taxNo: taxNo ?? '' })
            void form.validateFields(['title']).catch(() => undefined)
          }}
        >
          {savedTitleWords(saved)}
        </Button>
      ))}
    </fieldset>
  )
}
