import { Button, Switch } from 'antd'
import { useNavigate } from 'react-router'
import classes from './QueueSteps.module.css'
import { useQueueKeys } from './queue-keys.ts'

interface QueueStepsProps {
  /** which list it leads through */
  label: string
  /** addresses; null at the list's ends, and where the list is not known */
  previous: string | null
  next: string | null
  /** what else there is in the list */
  rest: string
  /** what the page's own keys do: 'A 通过 · R 驳回' */
  own?: string
  /** whether single keys answer */
  keys: boolean
  onKeys: (wanted: boolean) => void
}

/** Through the list a page was opened from, without going back to it; by J and K or Alt and the page keys, too. */
export function QueueSteps({ label, previous, next, rest, own, keys, onKeys }: QueueStepsProps) {
  const navigate = useNavigate()
  // one stop on the way back to the list, however many were looked at
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
