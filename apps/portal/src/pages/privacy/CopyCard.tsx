import { formatBytes, formatDateTime } from '@ce/client/format.ts'
import { type DataCopy, exportsQuery } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { CopyDialog } from './CopyDialog.tsx'
import classes from './Privacy.module.css'

const states: Readonly<Record<DataCopy['state'], { label: string; kind: StatusKind }>> = {
  MAKING: { label: '正在整理，通常不到一分钟', kind: 'doing' },
  READY: { label: '可以下载', kind: 'done' },
  GONE: { label: '已到期删除', kind: 'locked' },
  FAILED: { label: '没有做成，请重新申请', kind: 'error' },
}

const explained =
  '平台保存的与您有关的全部信息，打包成一个 ZIP：可直接打开阅读的网页，和同样内容的数据文件。包括资料、协议、学习与考试、学时台账、减免、订单、发票、消息、证明和安全日志。'

/** A copy of everything that is kept. */
export function CopyCard() {
  const query = useQuery(exportsQuery())
  const [asking, setAsking] = useState(false)
  return (
    <Card title={<h2>个人信息副本</h2>}>
      <p className={classes.text}>{explained}</p>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, left }) => (
          <>
            {list.length > 0 && (
              <ul className={classes.rows} aria-live="polite">
                {list.map((copy) => (
                  <Copy key={copy.id} copy={copy} />
                ))}
              </ul>
            )}
            <Button
              type="primary"
              disabled={left === 0 || list.some(({ state }) => state === 'MAKING')}
              onClick={() => setAsking(true)}
            >
              申请副本
            </Button>
            <p className={`${classes.small} ${classes.under}`}>
              {left === 0
                ? '24 小时内的次数已用完，请稍后再来。'
                : `需要登录密码；24 小时内还可以申请 ${left} 次。`}
            </p>
          </>
        )}
      </Loaded>
      {asking && <CopyDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Copy({ copy: { askedAt, state, size, url, deletedOn } }: { copy: DataCopy }) {
  const { label, kind } = states[state]
  return (
    <li>
      <div>
        <StatusMark kind={kind}>{label}</StatusMark>
        <div className={classes.small}>
          {formatDateTime(askedAt)} 申请
          {state === 'READY' && deletedOn && `，${formatDateTime(deletedOn)} 自动删除`}
        </div>
      </div>
      {url && (
        <Button href={url} download aria-label={`下载 ${formatDateTime(askedAt)} 申请的副本`}>
          下载（{formatBytes(size ?? 0)}）
        </Button>
      )}
    </li>
  )
}
