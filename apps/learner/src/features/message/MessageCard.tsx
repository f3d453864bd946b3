import { keepFocusNear } from '@ce/client/components/refocus.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { type Message, useReadMessage } from '@ce/client/message.ts'
import { messageKinds } from '@ce/client/message-text.ts'
import { LocalLink } from '@ce/site/LocalLink.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import card from '../../components/card.module.css'
import classes from './MessagesScreen.module.css'

/** One message: what it is about, and where something can be done. Looking there marks it read. */
export function MessageCard({ message }: { message: Message }) {
  const { id, kind, title, body, link, at, read } = message
  const markRead = useReadMessage()
  const mark = () => {
    if (!read) markRead.mutate({ id })
  }
  return (
    <li className={read ? card.card : `${card.card} ${classes.unread}`}>
      <div>
        <h2 className={classes.title}>
          {!read && <span className={classes.mark}>未读</span>}
          {title}
        </h2>
        <p className={card.quiet}>
          <Dated>
            {messageKinds[kind]}，{formatDateTime(at)}
          </Dated>
        </p>
      </div>
      <p className={classes.body}>
        <Dated>{body}</Dated>
      </p>
      {(link || !read) && (
        <div className={card.tools}>
          {link && (
            <LocalLink
              to={link}
              className={buttonClass('quiet')}
              aria-label={`查看：${title}`}
              onClick={mark}
            >
              查看
            </LocalLink>
          )}
          {!read && (
            <Button
              kind="quiet"
              busy={markRead.isPending}
              aria-label={`标为已读：${title}`}
              onClick={() => keepFocusNear(markRead.mutateAsync({ id }))}
            >
              标为已读
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
