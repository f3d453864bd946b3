import { Alert } from 'antd'
import classes from './form.module.css'

/** What a form could not place beside a field; told to screen readers as it comes. */
export function FormProblem({ problem }: { problem: string | null }) {
  return (
    <div role="alert">
      {problem && (
        <Alert className={classes.problem} type="error" role="none" showIcon title={problem} />
      )}
    </div>
  )
}
