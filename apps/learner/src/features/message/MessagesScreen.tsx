import { restoreFocusNear } from '@ce/client/components/restore-focus.ts'
import { formatDateTime } from '@ce/client/format.ts'
import {
  type Message,
  outsideChannelsQuery,
  pagedMessagesQuery,
  useReadAllMessages,
  useReadMessage,
} from '@ce/client/message.ts'
import { messageKindLabels, noMessagesText as words } from '@ce/client/message-text.ts'
import { uniqueRows } from '@ce/client/pages.ts'
import { LocalLink } from '@ce/site/LocalLink.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { InfiniteList } from '../../components/InfiniteList.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { TabLinks } from '../../components/TabLinks.tsx'
import { paths } from '../../paths.ts'
import classes from './MessagesScreen.module.css'

const idOf = ({ id }: Message) => id

/** The address says whether all or only unread messages are shown. */
export function MessagesScreen() {
  const [params] = useSearchParams()
  const { data: outside } = useQuery(outsideChannelsQuery())
  const unread = params.get('unread') === 'true'
  const query = useInfiniteQuery(pagedMessagesQuery(unread ? { unread: 'true' } : {}))
  const list = uniqueRows(query.data?.pages ?? [], idOf)
  const newest = list[0]?.at
  return (
    <ScreenLayout
      title="站内消息"
      back={paths.profile()}
      aside={
        // Mention e-mail and SMS only if the portal has them.
        outside &&
        outside.channels.length > 0 && (
          <Link to={paths.outside()} className={classes.ways}>
            接收方式
          </Link>
        )
      }
    >
      <div className={classes.head}>
        <TabLinks
          label="消息范围"
          tabs={[
            { to: paths.messages(), text: '全部', open: !unread },
            { to: `${paths.messages()}?unread=true`, text: '未读', open: unread },
          ]}
        />
        {newest && list.some(({ read }) => !read) && <ReadAll before={newest} />}
      </div>
      <PullToRefresh>
        <InfiniteList
          query={query}
          idOf={idOf}
          empty={<EmptyState title={unread ? words.noneUnread : words.none}>{words.what}</EmptyState>}
          around={(messages) => <ul className={classes.messages}>{messages}</ul>}
        >
          {(message) => <MessageCard message={message} />}
        </InfiniteList>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function ReadAll({ before }: { before: string }) {
  const readAll = useReadAllMessages()
  return (
    <Button kind="quiet" busy={readAll.isPending} onClick={() => restoreFocusNear(readAll.mutateAsync({ before }))}>
      {words.readAll}
    </Button>
  )
}

/** Opening the link of a message marks it as read. */
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
          <DatedText>
            {messageKindLabels[kind]}，{formatDateTime(at)}
          </DatedText>
        </p>
      </div>
      <p className={classes.body}>
        <DatedText>{body}</DatedText>
      </p>
      {(link || !read) && (
        <div className={classes.acts}>
          {link && (
            <LocalLink to={link} className={buttonClass('quiet')} aria-label={`查看：${title}`} onClick={mark}>
              查看
            </LocalLink>
          )}
          {!read && (
            <Button
              kind="quiet"
              busy={markRead.isPending}
              aria-label={`标为已读：${title}`}
              onClick={() => restoreFocusNear(markRead.mutateAsync({ id }))}
            >
              标为已读
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
