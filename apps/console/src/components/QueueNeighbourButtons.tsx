import { Button, Switch } from 'antd'
import { useNavigate } from 'react-router'
import classes from './QueueNeighbourButtons.module.css'
import { useQueueKeys } from './queue-keys.ts'

interface QueueStepsProps {
  label: string
  /** Path of the previous row; null if the list has none or does not contain the open row. */
  previous: string | null
  next: string | null
  rest: string
  /** Key hints of the page, such as 'A 通过 · R 驳回'. */
  own?: string
  /** True if single-key shortcuts are enabled. */
  keys: boolean
  onKeys: (wanted: boolean) => void
}

/** Moves to the neighbouring row of a list by buttons, J and K, or Alt with the page keys. */
export function QueueNeighbourButtons({ label, previous, next, rest, own, keys, onKeys }: QueueStepsProps) {
  const navigate = useNavigate()
  const go = (to: string | null) => void (to && navigate(to, { replace: true }))
  const [onward, back] = [() => go(next), () => go(previous)]
  useQueueKeys(keys, { j: onward, k: back }, { PageDown: onward, PageUp: back })
  return (
    <nav className={classes.steps} aria-label={label}>
      <Button disabled={!previous} aria-keyshortcuts="K Alt+PageUp" onClick={back}>
        上一个
      </Button>
      <Button disabled={!next} aria-keyshortcuts="J Alt+PageDown" onClick={onward}>
        下一个
      </Button>
      <span className={classes.hint}>{rest}</span>
      <span className={classes.keys}>
        <span id="queue-keys">键盘快捷键</span>
        <Switch size="small" aria-labelledby="queue-keys" checked={keys} onChange={onKeys} />
        {keys && <span className={classes.hint}>J 下一个 · K 上一个{own && ` · ${own}`}</span>}
      </span>
    </nav>
  )
}
