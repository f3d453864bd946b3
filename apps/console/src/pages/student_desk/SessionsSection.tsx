import { formatDateTime } from '@ce/client/format.ts'
import type { DeskStudent } from '@ce/client/staff/student_desk.ts'
import { Button } from 'antd'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import classes from './StudentDesk.module.css'

interface SessionsSectionProps {
  sessions: DeskStudent['sessions']
  onEnd: ((sessionId: string | undefined) => void) | undefined
}

export function SessionsSection({ sessions, onEnd }: SessionsSectionProps) {
  return (
    <CardSection
      id="sessions"
      title="正在登录"
      beside={onEnd && sessions.length > 1 && <Button onClick={() => onEnd(undefined)}>结束全部登录…</Button>}
    >
      {sessions.length === 0 ? (
        <p className={cards.hint}>现在没有登录。</p>
      ) : (
        <ul className={cards.rows}>
          {sessions.map(({ id, createdAt, seenAt }) => (
            <li key={id} className={classes.row}>
              <span>
                {formatDateTime(createdAt)} 登录
                <span className="cell-note">最近使用 {formatDateTime(seenAt)}</span>
              </span>
              {onEnd && (
                <Button aria-label={`结束…：${formatDateTime(createdAt)} 的登录`} onClick={() => onEnd(id)}>
                  结束…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  )
}
