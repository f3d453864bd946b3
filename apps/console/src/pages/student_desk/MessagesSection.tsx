import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { messageKinds } from '@ce/client/message-text.ts'
import { type ToldMessage, toldMessagesQuery } from '@ce/client/staff/student_desk.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Pagination, type TableProps } from 'antd'
import { useState } from 'react'
import { DeskTable } from '../../components/DeskTable.tsx'
import classes from './StudentDesk.module.css'
import { outsideWords } from './words.ts'

const columns: TableProps<ToldMessage>['columns'] = [
  { key: 'at', title: '时间', width: 150, render: (_, { at }) => formatDateTime(at) },
  { key: 'kind', title: '类别', width: 110, render: (_, { kind }) => messageKinds[kind] },
  {
    key: 'what',
    title: '内容',
    render: (_, { title, body }) => (
      <>
        {title}
        <span className="cell-note">{body}</span>
      </>
    ),
  },
  {
    key: 'read',
    title: '站内',
    width: 150,
    render: (_, { readAt }) =>
      readAt ? (
        <>
          <StatusMark kind="done">已读</StatusMark>
          <span className="cell-note">{formatDateTime(readAt)}</span>
        </>
      ) : (
        <StatusMark kind="todo">未读</StatusMark>
      ),
  },
  {
    key: 'outside',
    title: '邮件与短信',
    width: 190,
    render: (_, { outside }) =>
      outside.length > 0 ? outside.map(outsideWords).join('；') : '未开通',
  },
]

const pageSize = 10

/** What the portal has told the student, and when: the same words that they read. Its page is its own, the address has that of the log. */
export function MessagesSection({ studentId }: { studentId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(toldMessagesQuery({ studentId, page, pageSize }))
  return (
    <section className={classes.card} aria-labelledby="told">
      <h2 id="told">已发送的通知</h2>
      <Loaded query={query}>
        {({ list, total }) =>
          total === 0 ? (
            <p className={classes.hint}>还没有通知过这名学员。</p>
          ) : (
            <>
              <DeskTable<ToldMessage>
                aria-labelledby="told"
                rowKey="id"
                columns={columns}
                dataSource={list}
              />
              <nav className={classes.toldPages} aria-label="已发送的通知翻页">
                <span>共 {total} 条</span>
                <Pagination
                  size="small"
                  current={page}
                  pageSize={pageSize}
                  total={total}
                  hideOnSinglePage
                  showSizeChanger={false}
                  onChange={setPage}
                />
              </nav>
            </>
          )
        }
      </Loaded>
    </section>
  )
}
