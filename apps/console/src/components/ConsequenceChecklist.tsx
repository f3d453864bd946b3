import { Alert, Checkbox, Form } from 'antd'
import classes from './form.module.css'

interface ConsequencesProps {
  problem: string | null
  list: string[]
}

export interface ConsequenceChecklistFields {
  read: string[]
}

/** The user must tick each consequence, so that nobody makes a decision by mistake. */
export function ConsequenceChecklist({ problem, list }: ConsequencesProps) {
  if (problem) return <Alert type="warning" showIcon title={problem} />
  return (
    <Form.Item
      name="read"
      label="会带来这些后果，请逐条确认"
      rules={[{ validator: (_, read: string[] = []) => requireAll(list, read) }]}
    >
      <Checkbox.Group className={classes.stack ?? ''}>
        {list.map((sentence) => (
          <Checkbox key={sentence} value={sentence}>
            {sentence}
          </Checkbox>
        ))}
      </Checkbox.Group>
    </Form.Item>
  )
}

function requireAll(list: string[], read: string[]): Promise<void> {
  const left = list.filter((sentence) => !read.includes(sentence)).length
  return left === 0 ? Promise.resolve() : Promise.reject(new Error(`还有 ${left} 条没有确认，请逐条看清后勾选`))
}
