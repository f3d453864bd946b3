import { Button, Form } from 'antd'
import type { ReactNode } from 'react'
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

/** What rows are looked for by; sent together on Enter or by the button. */
export function SearchForm({ label, className = '', values, filters, children }: SearchFormProps) {
  const { set, clear, filtered } = filters
  return (
    <search aria-label={label}>
      <Form<Fields>
        // what the address says by now replaces what was typed
        key={JSON.stringify(values)}
        className={`${classes.fields} ${className}`}
        initialValues={values}
        onFinish={(fields) =>
          set(
            Object.fromEntries(
              Object.entries(fields).map(([name, value]) => [name, value?.trim() || undefined]),
            ),
          )
        }
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
