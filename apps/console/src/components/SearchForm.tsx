import { searchProblem } from '@ce/contract/search-limits'
import { Button, Form } from 'antd'
import type { Rule } from 'antd/es/form'
import { type ReactNode, useEffect } from 'react'
import { checks } from '../kit/form-rules.ts'
import classes from './SearchForm.module.css'

type Fields = Record<string, string | undefined>

interface SearchFormProps {
  /** what it looks for: 查找学员 */
  label: string
  /** its columns */
  className?: string | undefined
  /** as the address has them by now */
  values: Fields
  filters: { set: (changes: Fields) => void; clear: () => void; filtered: boolean }
  /** the fields */
  children: ReactNode
}

/** What rows are looked for by; sent together on Enter or by the button. What the server would refuse is said at its field. */
export function SearchForm({ label, className = '', values, filters, children }: SearchFormProps) {
  const { set, clear, filtered } = filters
  const [form] = Form.useForm<Fields>()
  const given = JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ''])),
  )
  // what the address says by now replaces what was typed; the fields stay, and with them the focus
  useEffect(() => {
    const fields: Fields = JSON.parse(given)
    form.setFieldsValue(fields)
    form.validateFields().catch(() => undefined)
  }, [form, given])
  return (
    <search aria-label={label}>
      <Form<Fields>
        form={form}
        className={`${classes.fields} ${className}`}
        initialValues={values}
        onFinish={(fields) => set(wordsOf(fields))}
      >
        {children}
        <div className={classes.buttons}>
          <Button type="primary" htmlType="submit">
            查找
          </Button>
          {filtered && <Button onClick={clear}>清除条件</Button>}
        </div>
      </Form>
    </search>
  )
}

/** Blanks alone look for nothing. */
export function wordsOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value?.trim() || undefined]),
  )
}

/** Words the server takes: no field cuts them to fewer, which would look for something else. */
export function searchWords(most: number): Rule {
  return checks((value) => searchProblem(value, most))
}
