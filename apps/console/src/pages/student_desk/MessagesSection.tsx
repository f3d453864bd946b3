import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { messageKindLabels } from '@ce/client/message-text.ts'
import { type SentMessage, sentMessagesQuery } from '@ce/client/staff/student_desk.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { CellWithNote, DeskTable } from '../../components/DeskTable.tsx'
import { Pager } from '../../kit/list/Pager.tsx'
import { externalDeliveryText } from './labels.ts'
import classes from './StudentDesk.module.css'

const columns: TableProps<SentMessage>['columns'] = [
  { key: 'at', title: '时间', width: 150, render: (_, { at }) => formatDateTime(at) },
  { key: 'kind', title: '类别', width: 110, render: (_, { kind }) => messageKindLabels[kind] },
  {
    key: 'what',
    title: '内容',
    render: (_, { title, body }) => <CellWithNote note={body}>{title}</CellWithNote>,
  },
  {
    key: 'read',
    title: '站内',
    width: 150,
    render: (_, { readAt }) =>
      readAt ? (
        <CellWithNote note={formatDateTime(readAt)}>
          <StatusMark kind="done">已读</StatusMark>
        </CellWithNote>
      ) : (
        <StatusMark kind="todo">未读</StatusMark>
      ),
  },
  {
    key: 'outside',
    title: '邮件与短信',
    width: 190,
    render: (_, { outside }) => (outside.length > 0 ? outside.map(externalDeliveryText).join('；') : '未开通'),
  },
]

const pageSize = 10

/**
 * Shows messages as the student reads them. The page number is not in the URL, because the page number there belongs to
 * the security log.
 */
export function MessagesSection({ studentId }: { studentId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(sentMessagesQuery({ studentId, page, pageSize }))
  return (
    <CardSection id="told" title="已发送的通知">
      <QueryContent query={query}>
        {({ list, total }) =>
          total === 0 ? (
            <p className={cards.hint}>还没有通知过这名学员。</p>
          ) : (
            <>
              <DeskTable<SentMessage> aria-labelledby="told" rowKey="id" columns={columns} dataSource={list} />
              <nav className={classes.toldPages} aria-label="已发送的通知翻页">
                <span>共 {total} 条</span>
                <Pager of={{ page, pageSize, total }} onPage={setPage} />
              </nav>
            </>
          )
        }
      </QueryContent>
    </CardSection>
  )
}
