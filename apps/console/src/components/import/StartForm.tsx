import { failureWords } from '@ce/client/form-refusal.ts'
import { Alert, Button } from 'antd'
import type { ReactNode, SyntheticEvent } from 'react'
import classes from './Import.module.css'

interface StartFormProps {
  /** the number of the last step */
  step: number
  /** what a dry run leaves alone */
  promise: string
  check: { error: Error | null; isPending: boolean }
  /** what is to be chosen first; none: it can start */
  missing: string | false
  onStart: () => void
  /** the steps before */
  children: ReactNode
}

/** The steps up to a dry run, and the button that starts it. */
export function StartForm({ step, promise, check, missing, onStart, children }: StartFormProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onStart()
  }
  return (
    <form className={classes.form} aria-label="导入的文件" onSubmit={submit}>
      {children}
      <div className={classes.step}>
        <h2>{step}. 预览</h2>
        <p>{promise}</p>
        {check.error && <Alert type="error" showIcon title={failureWords(check.error)} />}
        <Button
          type="primary"
          htmlType="submit"
          disabled={missing !== false}
          loading={check.isPending}
        >
          开始预览
        </Button>
        {missing && <p className={classes.hint}>{missing}</p>}
      </div>
    </form>
  )
}
