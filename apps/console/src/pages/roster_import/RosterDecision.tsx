import { type RosterImport, useRunRoster } from '@ce/client/staff/roster_import.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { Alert, App, Button } from 'antd'
import type { ReactNode } from 'react'
import classes from '../../components/import/Import.module.css'
import { kindWords } from './words.ts'

interface RosterDecisionProps {
  report: RosterImport
  /** asks how it stands: an answer may have been lost on its way */
  renew: () => void
  /** more buttons */
  children: ReactNode
}

/** Whether what the dry run found is to be written: all of it, or nothing. */
export function RosterDecision({ report, renew, children }: RosterDecisionProps) {
  const { modal } = App.useApp()
  const run = useRunRoster()
  const { importId, kind, counts } = report
  const { unit, title } = kindWords[kind]
  const ready = counts.create > 0 && counts.refuse === 0
  const ask = () =>
    modal.confirm({
      title: `${title}：写入 ${counts.create} ${unit}？`,
      content:
        kind === 'STUDENTS'
          ? '为每个人建立账号和初始密码，完成后请立即下载密码表：只能下载一次。'
          : '学时立即记入台账，学满的年度随即发放学时证明。',
      okText: `写入 ${counts.create} ${unit}`,
      cancelText: '再看看',
      onOk: () => run.mutate({ importId }, { onError: renew }),
    })
  return (
    <div className={classes.decision}>
      <div role="alert">
        {run.error && <Alert type="error" role="none" showIcon title={failureWords(run.error)} />}
      </div>
      <p>{wordsOf(counts, unit)}</p>
      <span className={classes.actions}>
        {ready && (
          <Button type="primary" loading={run.isPending} onClick={ask}>
            写入 {counts.create} {unit}…
          </Button>
        )}
        {children}
      </span>
    </div>
  )
}

function wordsOf({ create, same, refuse }: RosterImport['counts'], unit: string): string {
  if (refuse > 0)
    return `有 ${refuse} ${unit}不能导入。请按下面的原因改好表格重新上传：全部能导入时才可以写入。`
  if (create === 0) return '没有可以导入的内容。'
  const skipped = same ? `；已在系统的 ${same} ${unit}会跳过` : ''
  return `这是试运行的结果，还没有写入${skipped}。`
}
