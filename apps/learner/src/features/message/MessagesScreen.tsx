import { keepFocusNear } from '@ce/client/components/refocus.ts'
import { formatDateTime } from '@ce/client/format.ts'
import {
  type Message,
  messagePagesQuery,
  outsideQuery,
  useReadAllMessages,
  useReadMessage,
} from '@ce/client/message.ts'
import { messageKinds, messageWords as words } from '@ce/client/message-text.ts'
import { rowsOnce } from '@ce/client/pages.ts'
import { LocalLink } from '@ce/site/LocalLink.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { GrowingList } from '../../components/GrowingList.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { paths } from '../../paths.ts'
import classes from './MessagesScreen.module.css'

const idOf = ({ id }: Message) => id

/** 站内消息, the newest first; all or the unread ones, as the address says. */
export function MessagesScreen() {
  const [params] = useSearchParams()
  const { data: outside } = useQuery(outsideQuery())
  const unread = params.get('unread') === 'true'
  const query = useInfiniteQuery(messagePagesQuery(unread ? { unread: 'true' } : {}))
  const list = rowsOnce(query.data?.pages ?? [], idOf)
  const newest = list[0]?.at
  return (
    <Screen
      title="站内消息"
      back={paths.profile()}
      aside={
        // where the portal has no way out, no page speaks of one
        outside &&
        outside.channels.length > 0 && (
          <Link to={paths.outside()} className={classes.ways}>
            接收方式
          </Link>
        )
      }
    >
      <div className={classes.head}>
        <Tabs
          label="消息范围"
          tabs={[
            { to: paths.messages(), text: '全部', open: !unread },
            { to: `${paths.messages()}?unread=true`, text: '未读', open: unread },
          ]}
        />
        {newest && list.some(({ read }) => !read) && <ReadAll before={newest} />}
      </div>
      <Refreshing>
        <GrowingList
          query={query}
          idOf={idOf}
          empty={
            <EmptyState title={unread ? words.noneUnread : words.none}>{words.what}</EmptyState>
          }
          around={(messages) => <ul className={classes.messages}>{messages}</ul>}
        >
          {(message) => <MessageCard message={message} />}
        </GrowingList>
      </Refreshing>
    </Screen>
  )
}

function ReadAll({ before }: { before: string }) {
  const readAll = useReadAllMessages()
  return (
    <Button
      kind="quiet"
      busy={readAll.isPending}
      onClick={() => keepFocusNear(readAll.mutateAsync({ before }))}
    >
      {words.readAll}
    </Button>
  )
}

/** One message: what it is about, and where something can be done. Looking there marks it read. */
function MessageCard({ message }: { message: Message }) {
  const { id, kind, title, body, link, at, read } = message
  const markRead = useReadMessage()
  const mark = () => {
    if (!read) markRead.mutate({ id })
  }
  return (
    <li className={read ? card.card : `${card.card} ${classes.unread}`}>
      <div className={card.head}>
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
        <div className={classes.acts}>
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
