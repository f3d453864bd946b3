import { CallRefused } from '@ce/client/answers.ts'
import { type QuestionImport, useRunQuestionImport } from '@ce/client/staff/question_import.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { Alert, App, Button } from 'antd'
import type { ReactNode } from 'react'
import classes from '../../components/import/Import.module.css'

interface DecisionProps {
  report: QuestionImport
  /** asks how it stands: an answer may have been lost on its way */
  renew: () => void
  /** checks the same file again; none: it is not known any more */
  onRecheck: (() => void) | undefined
  /** more buttons */
  children: ReactNode
}

/** Whether what the dry run found is to be written. */
export function Decision({ report, renew, onRecheck, children }: DecisionProps) {
  const { modal } = App.useApp()
  const run = useRunQuestionImport()
  const { importId, counts } = report
  const { create, same, refuse } = counts
  const left = [!!same && `已在题库的 ${same} 道`, !!refuse && `不能导入的 ${refuse} 道`].filter(
    Boolean,
  )
  const ask = () =>
    modal.confirm({
      title: `导入 ${create} 道试题？`,
      content: `导入后立即启用，新发的试卷可能抽到。${left.length > 0 ? `${left.join('、')}会跳过。` : ''}`,
      okText: `导入 ${create} 道`,
      cancelText: '再看看',
      onOk: () => run.mutate({ importId }, { onError: renew }),
    })
  const changed =
    run.error instanceof CallRefused && run.error.key === 'question_import.bankChanged'
  return (
    <div className={classes.decision}>
      <div role="alert">
        {run.error && (
          <Alert
            type="error"
            role="none"
            showIcon
            title={failureWords(run.error)}
            action={changed && onRecheck && <Button onClick={onRecheck}>重新检查</Button>}
          />
        )}
      </div>
      <p>
        {create > 0
          ? '这是试运行的结果，还没有写入题库。'
          : '没有可以导入的试题，题库没有任何变化。'}
      </p>
      <span className={classes.actions}>
        {create > 0 && (
          <Button type="primary" loading={run.isPending} onClick={ask}>
            导入 {create} 道
          </Button>
        )}
        {children}
      </span>
    </div>
  )
}
