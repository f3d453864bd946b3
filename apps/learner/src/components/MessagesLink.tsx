import { unreadMessagesQuery } from '@ce/client/message.ts'
import { useSession } from '@ce/client/session.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import classes from './MessagesLink.module.css'

export function MessagesLink() {
  const session = useSession()
  const { data } = useQuery({ ...unreadMessagesQuery(), enabled: session !== null })
  const count = data?.count ?? 0
  return (
    <Link to={paths.messages()} className={classes.link} aria-label={count > 0 ? `消息，${count} 条未读` : '消息'}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4" />
      </svg>
      {count > 0 && <span className={classes.count}>{count > 99 ? '99+' : count}</span>}
    </Link>
  )
}
