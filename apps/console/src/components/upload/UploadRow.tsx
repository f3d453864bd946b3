import { formatBytes } from '@ce/client/format.ts'
import type { ResumableUpload } from '@ce/client/staff/make-upload.ts'
import type { UploadState } from '@ce/client/staff/upload-step.ts'
import { estimateUploadSpeed, isUploading, uploadedShare } from '@ce/client/staff/upload-step.ts'
import { useUploadState } from '@ce/client/staff/use-uploads.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { Button } from 'antd'
import { useLossMessage } from '../../kit/losses.ts'
import { useRegisterPendingUpload } from './pending-uploads.tsx'
import classes from './upload.module.css'

export function UploadRow({ upload, onDrop }: { upload: ResumableUpload; onDrop: () => void }) {
  const state = useUploadState(upload)
  const { name } = upload.file
  useRegisterPendingUpload(upload)
  const share = percentOf(state)
  const words = uploadStateText(state)
  useLossMessage(isUploading(state) ? '文件还没有上传完，离开后停止；再选同一个文件可以接着上传。' : null)
  const running = state.phase === 'sending' || state.phase === 'waiting'
  return (
    <div className={classes.row}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <ProgressBar label={`${name} 的上传进度`} value={share} max={100} text={words} />
      <span
        className={state.phase === 'failed' ? classes.problem : classes.state}
        role="status"
        // Screen readers use the progress bar for changing numbers.
        aria-live={state.phase === 'sending' ? 'off' : 'polite'}
      >
        {words}
      </span>
      <span className={classes.actions}>
        {running && (
          <Button size="small" onClick={upload.pause} aria-label={`暂停上传 ${name}`}>
            暂停
          </Button>
        )}
        {(state.phase === 'paused' || state.phase === 'waiting') && (
          <Button size="small" onClick={upload.resume} aria-label={`继续上传 ${name}`}>
            继续
          </Button>
        )}
        {state.phase === 'failed' && (
          <Button size="small" onClick={upload.resume} aria-label={`重试上传 ${name}`}>
            重试
          </Button>
        )}
        <Button size="small" onClick={onDrop} aria-label={`取消上传 ${name}`}>
          取消
        </Button>
      </span>
    </div>
  )
}

const percentOf = (state: UploadState) => Math.floor(uploadedShare(state) * 100)

/** Describes the state of an upload; the progress bar shows the changing numbers. */
export function uploadStateText(state: UploadState): string {
  switch (state.phase) {
    case 'failed':
      return state.problem ?? '上传没有成功'
    case 'waiting':
      return '网络中断，恢复后自动继续'
    case 'paused':
      return `已暂停（${percentOf(state)}%）`
    case 'finishing':
      return '正在检查和处理…'
    case 'checking':
      return '正在检查文件…'
    case 'beginning':
    case 'asking':
      return '正在准备…'
    default:
      return sendingWords(state)
  }
}

function sendingWords(state: UploadState): string {
  const parts = [`正在上传 ${percentOf(state)}%`, `共 ${formatBytes(state.size)}`]
  const pace = estimateUploadSpeed(state)
  if (pace) parts.push(`每秒 ${formatBytes(pace.speed)}`, `约剩 ${leftWords(pace.secondsLeft)}`)
  return parts.join('，')
}

function leftWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds / 5) * 5)} 秒`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} 分钟`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} 小时${rest > 0 ? ` ${rest} 分钟` : ''}`
}
