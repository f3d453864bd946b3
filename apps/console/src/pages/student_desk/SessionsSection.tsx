import { formatDateTime } from '@ce/client/format.ts'
import type { Student } from '@ce/client/staff/student_desk.ts'
import { Button } from 'antd'
import classes from './StudentDesk.module.css'

interface SessionsSectionProps {
  sessions: Student['sessions']
  /** none: who asks may not */
  onEnd: ((sessionId: string | undefined) => void) | undefined
}

/** Where the student is signed in now. */
export function SessionsSection({ sessions, onEnd }: SessionsSectionProps) {
  return (
    <section className={classes.card} aria-labelledby="sessions">
      <div className={classes.head}>
        <h2 id="sessions">正在登录</h2>
        {onEnd && sessions.length > 1 && (
          <Button onClick={() => onEnd(undefined)}>结束全部登录…</Button>
        )}
      </div>
      {sessions.length === 0 ? (
        <p className={classes.hint}>现在没有登录。</p>
      ) : (
        <ul className={classes.rows}>
          {sessions.map(({ id, createdAt, seenAt }) => (
            <li key={id} className={classes.row}>
              <span>
                {formatDateTime(createdAt)} 登录
                <span className="cell-note">最近使用 {formatDateTime(seenAt)}</span>
              </span>
              {onEnd && (
                <Button
                  aria-label={`结束…：${formatDateTime(createdAt)} 的登录`}
                  onClick={() => onEnd(id)}
                >
                  结束…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
