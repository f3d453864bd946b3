import { callFailureText } from '@ce/client/form-refusal.ts'
import type { ImportMutation } from '@ce/client/import-calls.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useConfirm } from '../confirm.ts'
import classes from './Import.module.css'

interface ImportProgressProps {
  act: string
  done: number
  all: number
  unit: string
  opening?: string
  lost: boolean
  children: ReactNode
}

/** The progress bar shows exact numbers; screen readers announce at most ten updates. */
export function ImportProgress(props: ImportProgressProps) {
  const { act, done, all, unit, opening, lost, children } = props
  const words = all === 0 && opening ? opening : `已${act} ${done} / ${all} ${unit}`
  const tenths = all > 0 ? Math.floor((done / all) * 10) * 10 : 0
  return (
    <div className={classes.progress}>
      <ProgressBar label={`${act}进度`} value={done} max={all || 1} text={words} />
      <p className="figures">
        {words}。可以离开或刷新这个页面，{act}会继续。
      </p>
      <p className="visually-hidden" role="status">
        正在{act}，已完成 {tenths}%
      </p>
      <div role="alert">
        {lost && (
          <Alert
            type="warning"
            role="none"
            showIcon
            title="暂时连接不上服务器，进度没有更新"
            description={`${act}在服务器上继续；网络恢复后，这里会自动接着显示。`}
          />
        )}
      </div>
      <span className={classes.actions}>{children}</span>
    </div>
  )
}

interface StopButtonProps {
  label: string
  title?: string
  consequence: string
  importId: string
  stop: ImportMutation<{ importId: string }>
  /** Reloads the import, because the response may be lost or the import already finished. */
  renew: () => void
}

export function StopImportButton(props: StopButtonProps) {
  const { label, title = `${label}？`, consequence, importId, stop, renew } = props
  const confirm = useConfirm()
  const ask = () =>
    confirm({
      title,
      content: consequence,
      okText: label,
      danger: true,
      cancelText: '再想想',
      onOk: () => stop.mutate({ importId }, { onError: renew }),
    })
  return (
    <>
      <Button danger loading={stop.isPending} onClick={ask}>
        {label}
      </Button>
      {stop.error && <Alert type="error" showIcon title={callFailureText(stop.error)} />}
    </>
  )
}
