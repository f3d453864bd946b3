import { Alert } from 'antd'
import classes from './form.module.css'

/** Shows problems that belong to no field and announces them to screen readers. */
export function FormProblem({ problem }: { problem: string | null }) {
  return (
    <div role="alert">
      {problem && <Alert className={classes.problem} type="error" role="none" showIcon title={problem} />}
    </div>
  )
}
