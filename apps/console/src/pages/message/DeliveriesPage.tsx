import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { restoreFocus } from '@ce/client/components/restore-focus.ts'
import { formatDateTime } from '@ce/client/format.ts'
import type { DeliveryFailure, MessageChannelFigures } from '@ce/client/staff/message.ts'
import { messageDeliveriesQuery, useRetryDeliveries } from '@ce/client/staff/message.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { CellWithNote, DeskTable } from '../../components/DeskTable.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { deliveryChannelNames, deliveryFailureText } from './labels.ts'

/** The page 邮件与短信投递 shows waiting, sent and failed messages, with reasons. */
export function DeliveriesPage() {
  const query = useQuery(messageDeliveriesQuery())
  return (
    <>
      <PageHeader title="邮件与短信投递">
        学员同意后，站内消息同时用邮件、短信发送；短信 22:00 至次日 8:00
        不发。失败会自动重试，六次不成或过了一天就不再发，学员在站内总能看到。
      </PageHeader>
      <QueryContent query={query}>
        {({ days, channels, failures }) =>
          channels.length > 0 ? (
            <>
              <p style={{ marginBottom: 'var(--space-8)' }}>近 {days} 天的投递，单位：条</p>
              <DeskTable<MessageChannelFigures>
                aria-label={`近 ${days} 天的投递，单位：条`}
                rowKey="channel"
                columns={figureColumns}
                dataSource={channels}
              />
              {failures.length > 0 ? (
                <Failures failures={failures} />
              ) : (
                <EmptyState title="没有失败的投递">近 {days} 天没有发不出去的邮件或短信。</EmptyState>
              )}
            </>
          ) : (
            <EmptyState title="没有开通邮件或短信">学员只在站内收到消息。</EmptyState>
          )
        }
      </QueryContent>
    </>
  )
}

const figureColumns: TableProps<MessageChannelFigures>['columns'] = [
  {
    key: 'channel',
    title: '方式',
    width: 80,
    render: (_, { channel, on }) => (
      <>
        <strong>{deliveryChannelNames[channel]}</strong>
        {!on && <span className="cell-note">现在没有开通</span>}
      </>
    ),
  },
  {
    key: 'waiting',
    title: '等待',
    align: 'right',
    render: (_, { waiting, oldestAt }) => (
      <>
        {waiting}
        {oldestAt && <span className="cell-note">最早 {formatDateTime(oldestAt)}</span>}
      </>
    ),
  },
  { key: 'sent', title: '发出', dataIndex: 'sent', align: 'right', width: 80 },
  { key: 'failed', title: '失败', dataIndex: 'failed', align: 'right', width: 80 },
  { key: 'dropped', title: '学员停收', dataIndex: 'dropped', align: 'right', responsive: ['md'] },
]

function Failures({ failures }: { failures: DeliveryFailure[] }) {
  return (
    <DeskTable<DeliveryFailure>
      aria-label="失败的原因"
      style={{ marginTop: 'var(--space-24)' }}
      rowKey={({ channel, reason }) => `${channel} ${reason}`}
      columns={failureColumns}
      dataSource={failures}
    />
  )
}

const failureColumns: TableProps<DeliveryFailure>['columns'] = [
  {
    key: 'reason',
    title: '失败的原因',
    render: (_, { channel, reason, latestAt }) => (
      <CellWithNote note={`错误码 ${reason}，最近 ${formatDateTime(latestAt)}`}>
        {deliveryChannelNames[channel]}：{deliveryFailureText(reason)}
      </CellWithNote>
    ),
  },
  { key: 'count', title: '条数', dataIndex: 'count', width: 90 },
  {
    key: 'retry',
    title: '操作',
    width: 110,
    render: (_, failure) => <Retry failure={failure} />,
  },
]

function Retry({ failure: { channel, reason } }: { failure: DeliveryFailure }) {
  const retry = useRetryDeliveries()
  const again = () =>
    retry.mutateAsync({ channel, reason }).then(
      ({ count }) => {
        showNotice({
          kind: 'success',
          title: count > 0 ? `${count} 条重新排队` : '没有可以重发的',
          text: '已停收的学员不再发送。',
        })
        // The focused button disappears with its row, so restore the focus.
        requestAnimationFrame(restoreFocus)
      },
      () => undefined,
    )
  return (
    <Button
      size="small"
      loading={retry.isPending}
      aria-label={`重发：${deliveryChannelNames[channel]} ${reason}`}
      onClick={again}
    >
      重发
    </Button>
  )
}
