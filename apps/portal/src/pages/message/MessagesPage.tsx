import { formatDateTime } from '@ce/client/format.ts'
import {
  type Message,
  messagesQuery,
  messagePageSize as pageSize,
  useReadAllMessages,
  useReadMessage,
} from '@ce/client/message.ts'
import { readPage } from '@ce/client/read-page.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { keepFocusNear } from '@ce/frame/refocus.ts'
import { useHasOutside } from '@ce/frame/student/message/use-outside.ts'
import { outsideWords } from '@ce/frame/student/message/words.ts'
import { messageKinds, messageWords } from '@ce/frame/student/message-words.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { PagedList } from '../../components/PagedList.tsx'
import { paths } from '../../paths.ts'
import classes from './MessagesPage.module.css'

/** 站内消息; the filter and the page stand in the URL. */
export function MessagesPage() {
  const [params, setParams] = useSearchParams()
  const unread = params.get('unread') === 'true'
  const page = readPage(params.get('page'))
  const query = useQuery(messagesQuery({ ...(unread ? { unread: 'true' } : {}), page, pageSize }))
  const readAll = useReadAllMessages()
  const hasOutside = useHasOutside()
  const go = (next: { unread: boolean; page: number }) =>
    setParams({ ...(next.unread ? { unread: 'true' } : {}), page: String(next.page) })
  const newest = query.data?.list[0]?.at
  const anyUnread = query.data?.list.some((message) => !message.read) ?? false
  return (
    <>
      <PageHeader
        title="站内消息"
        actions={
          <>
            {hasOutside && <LinkButton to={paths.outside()}>{outsideWords.ways}</LinkButton>}
            {newest !== undefined && page === 1 && anyUnread && (
              <Button
                loading={readAll.isPending}
                onClick={() => keepFocusNear(readAll.mutateAsync({ before: newest }))}
              >
                {messageWords.readAll}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.filter}>
        <Segmented
          aria-label="消息范围"
          value={unread ? 'UNREAD' : 'ALL'}
          onChange={(value) => go({ unread: value === 'UNREAD', page: 1 })}
          options={[
            { value: 'ALL', label: '全部' },
            { value: 'UNREAD', label: '未读' },
          ]}
        />
      </div>
      <PagedList
        query={query}
        page={page}
        pageSize={pageSize}
        onPage={(next) => go({ unread, page: next })}
        className={classes.messages}
        empty={
          <EmptyState title={unread ? messageWords.noneUnread : messageWords.none}>
            {messageWords.what}
          </EmptyState>
        }
      >
        {(message) => <MessageCard key={message.id} message={message} />}
      </PagedList>
    </>
  )
}

function MessageCard({ message }: { message: Message }) {
  const { id, kind, title, body, link, at, read } = message
  const markRead = useReadMessage()
  const mark = () => {
    if (!read) markRead.mutate({ id })
  }
  return (
    <li className={read ? classes.card : `${classes.card} ${classes.unread}`}>
      <div className={classes.head}>
        <h2>
          {!read && <span className={classes.mark}>未读</span>}
          {title}
        </h2>
        <span className={classes.time}>
          {messageKinds[kind]}，{formatDateTime(at)}
        </span>
      </div>
      <p className={classes.body}>{body}</p>
      {(link || !read) && (
        <div className={classes.foot}>
          {link && (
            <Link to={link} onClick={mark} aria-label={`查看：${title}`}>
              查看
            </Link>
          )}
          {!read && (
            <Button
              size="small"
              onClick={() => keepFocusNear(markRead.mutateAsync({ id }))}
              loading={markRead.isPending}
              aria-label={`标为已读：${title}`}
            >
              标为已读
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
