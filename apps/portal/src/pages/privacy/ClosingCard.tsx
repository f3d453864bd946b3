import { formatDateTime } from '@ce/client/format.ts'
import { type Closing, closingQuery } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { refocus } from '@ce/frame/refocus.ts'
import { keepWords, useKeeping } from '@ce/frame/student/privacy/use-closing-notice.ts'
import {
  coolingText,
  lossText,
  lossWords,
  waitingText,
  closingWords as words,
} from '@ce/frame/student/privacy/words.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card } from 'antd'
import { useState } from 'react'
import { CloseDialog } from './CloseDialog.tsx'
import classes from './Privacy.module.css'

/** Closing the account: what it means, what hinders it, and the way back. */
export function ClosingCard() {
  // fresh: what hinders it may have been settled on another page
  const query = useQuery({ ...closingQuery(), staleTime: 0 })
  return (
    <Card title={<h2>注销账号</h2>}>
      <div className={classes.pair}>
        <div>
          <h3>立即删除</h3>
          <Points of={words.erased} />
        </div>
        <div>
          <h3>依法保留</h3>
          <Points of={words.kept} />
        </div>
      </div>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {(closing) => (closing.waiting ? <Waiting closing={closing} /> : <Ask closing={closing} />)}
      </Loaded>
    </Card>
  )
}

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Ask({ closing }: { closing: Closing }) {
  const { coolingDays, obstacles } = closing
  const [asking, setAsking] = useState(false)
  return (
    <>
      {obstacles.length > 0 ? (
        <Alert
          className={classes.gap}
          type="warning"
          showIcon
          title={words.obstacles}
          description={<Points of={obstacles} />}
        />
      ) : (
        <p className={classes.text}>{coolingText(coolingDays)}</p>
      )}
      <Losses of={closing} />
      <Button danger disabled={obstacles.length > 0} onClick={() => setAsking(true)}>
        {words.ask}
      </Button>
      {asking && <CloseDialog closing={closing} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The sum that is lost, year by year. */
function Losses({ of: { losses, lost } }: { of: Closing }) {
  if (losses.length === 0) return null
  return (
    <Alert
      className={classes.gap}
      type="warning"
      showIcon
      title={lossWords.title(lost)}
      description={
        <>
          <Points of={losses.map(lossText)} />
          {lossWords.advice}
        </>
      }
    />
  )
}

function Waiting({ closing }: { closing: Closing }) {
  const { waiting } = closing
  const { stay, busy } = useKeeping()
  if (!waiting) return null
  return (
    <>
      <Alert
        className={classes.gap}
        type="warning"
        showIcon
        title={`账号将在 ${formatDateTime(waiting.dueAt)} 注销`}
        description={waitingText(waiting)}
      />
      <Losses of={closing} />
      <Button type="primary" loading={busy} onClick={() => stay().then(refocus)}>
        {keepWords}
      </Button>
    </>
  )
}
