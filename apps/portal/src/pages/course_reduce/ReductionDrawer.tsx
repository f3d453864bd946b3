import {
  type Evidence,
  type Reduction,
  reductionQuery,
  useWithdrawReduction,
} from '@ce/client/course_reduce.ts'
import { formatBytes, formatDateTime, formatHours, subjectNames } from '@ce/client/format.ts'
import { hoursRuleWords, reductionStepWords } from '@ce/client/reduction-words.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Descriptions, Drawer } from 'antd'
import { useState } from 'react'
import classes from './Reductions.module.css'
import { StateMark } from './StateMark.tsx'

interface ReductionDrawerProps {
  id: string
  /** once it is closed */
  onClose: () => void
}

/** One application: what it says, its evidence, and how it was judged. */
export function ReductionDrawer({ id, onClose }: ReductionDrawerProps) {
  const [open, setOpen] = useState(true)
  const query = useQuery(reductionQuery(id))
  return (
    <Drawer
      open={open}
      title="减免申请"
      size={560}
      closable={{ 'aria-label': '关闭' }}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && onClose()}
    >
      <Loaded query={query}>{(reduction) => <Shown reduction={reduction} />}</Loaded>
    </Drawer>
  )
}

function Shown({ reduction }: { reduction: Reduction }) {
  const { applyNo, typeName, year, subject, hours, hoursApproved, reason, rule } = reduction
  const { startDate, endDate, stateReason, attachments, steps } = reduction
  const items = [
    { key: 'no', label: '申报单号', children: applyNo },
    { key: 'state', label: '状态', children: <StateMark {...reduction} /> },
    ...(stateReason ? [{ key: 'why', label: '原因', children: stateReason }] : []),
    { key: 'type', label: '类型', children: `${typeName}（${hoursRuleWords(rule)}）` },
    {
      key: 'year',
      label: '年度与科目',
      children: `${year} 年度${subject ? `，${subjectNames[subject]}` : ''}`,
    },
    {
      key: 'hours',
      label: '学时',
      children: `申请 ${hours === null ? '未填' : formatHours(hours)}${hoursApproved === null ? '' : `，核定 ${formatHours(hoursApproved)}`}`,
    },
    {
      key: 'time',
      label: '起止日期',
      children: startDate && endDate ? `${startDate} 至 ${endDate}` : '未填',
    },
    { key: 'reason', label: '理由', children: reason || '未填' },
  ]
  return (
    <div className={classes.detail}>
      <Descriptions column={1} size="small" items={items} />
      <section aria-labelledby="evidence">
        <h3 id="evidence">佐证材料</h3>
        {attachments.length === 0 ? <p>还没有上传。</p> : <EvidenceLinks files={attachments} />}
      </section>
      {steps.length > 0 && (
        <section aria-labelledby="trail">
          <h3 id="trail">审核经过</h3>
          <ol className={classes.steps}>
            {steps.map(({ at, action, opinion }) => (
              <li key={at}>
                <strong>{reductionStepWords[action]}</strong>{' '}
                <span className={classes.small}>{formatDateTime(at)}</span>
                {opinion && <p>{opinion}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      <Withdraw reduction={reduction} />
    </div>
  )
}

function EvidenceLinks({ files }: { files: readonly Evidence[] }) {
  return (
    <ul className={classes.files}>
      {files.map(({ fileId, name, mime, size, url }) => (
        <li key={fileId} className={classes.file}>
          <Thumb mime={mime} url={url} />
          <span className={classes.fileName}>
            {url ? (
              <a href={url} target="_blank" rel="noopener">
                {name}
              </a>
            ) : (
              `${name}（已删除）`
            )}
            <span className={classes.small}>{formatBytes(size)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A picture as it is, a document by its kind; the name beside it says which. */
export function Thumb({ mime, url }: Pick<Evidence, 'mime' | 'url'>) {
  return (
    <span className={classes.thumb} aria-hidden="true">
      {mime.startsWith('image/') && url ? <img src={url} alt="" loading="lazy" /> : 'PDF'}
    </span>
  )
}

function Withdraw({ reduction }: { reduction: Reduction }) {
  const { modal } = App.useApp()
  const withdraw = useWithdrawReduction()
  const { id, version, state, typeName } = reduction
  if (state !== 'DRAFT' && state !== 'SUBMITTED' && state !== 'RETURNED') return null
  const ask = () =>
    modal.confirm({
      title: '撤回这份申请？',
      content: `${typeName}。撤回后不再审核，也不能恢复；需要时可以重新申请。`,
      okText: '撤回',
      cancelText: '再想想',
      okButtonProps: { danger: true },
      onOk: () =>
        withdraw.mutateAsync({ id, version }).then(
          () => showNotice({ kind: 'success', title: '申请已撤回' }),
          () => undefined, // the refusal has been shown
        ),
    })
  return (
    <Button danger className={classes.withdraw} onClick={ask}>
      撤回申请
    </Button>
  )
}
