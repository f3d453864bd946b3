import { BellOutlined } from '@ant-design/icons'
import { unreadQuery } from '@ce/client/message.ts'
import { useSession } from '@ce/client/session.ts'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import classes from './MessagesLink.module.css'

/** The way to one's messages, with how many are unread. */
export function MessagesLink() {
  const session = useSession()
  const { data } = useQuery({ ...unreadQuery(), enabled: session !== null })
  const count = data?.count ?? 0
  return (
    <NavLink to={paths.messages()} className={classes.link}>
      <BellOutlined aria-hidden />
      消息
      {count > 0 && (
        <span className={classes.count}>
          {count > 99 ? '99+' : count}
          <span className="visually-hidden"> 条未读</span>
        </span>
      )}
    </NavLink>
  )
}
