import { Button, Switch } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import classes from './QueueSteps.module.css'
import { useQueueKeys } from './queue-keys.ts'

interface QueueStepsProps {
  /** which list it leads through */
  label: string
  /** addresses; null at the list's ends */
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
  useQueueKeys(keys, { j: () => go(next), k: () => go(previous) })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'PageDown' && event.key !== 'PageUp')) return
      const to = event.key === 'PageDown' ? next : previous
      if (!to) return
      event.preventDefault()
      void navigate(to, { replace: true })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [previous, next, navigate])
  return (
    <nav className={classes.steps} aria-label={label}>
      <Button disabled={!previous} aria-keyshortcuts="K Alt+PageUp" onClick={() => go(previous)}>
        上一个
      </Button>
      <Button disabled={!next} aria-keyshortcuts="J Alt+PageDown" onClick={() => go(next)}>
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
