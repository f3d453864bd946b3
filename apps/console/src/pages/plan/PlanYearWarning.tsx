import { Alert, Form } from 'antd'
import { type PlanFields, planYearWarning } from './fields.ts'
import classes from './plan.module.css'

/** Warns about dates of another year, but does not prevent saving. */
export function PlanYearWarning() {
  const form = Form.useFormInstance<PlanFields>()
  const doubt = Form.useWatch(planYearWarning, form)
  const year = Form.useWatch('year', form)
  return (
    <div role="status">
      {doubt && (
        <Alert
          className={classes.note}
          type="warning"
          role="none"
          showIcon
          title={`与 ${year} 年度不一致，请核对：${doubt}`}
          description="学时和证明按年度计算。确实如此（例如补学）可以照样保存。"
        />
      )}
    </div>
  )
}
