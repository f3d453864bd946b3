import { type Reduction, reductionQuery, useWithdrawReduction } from '@ce/client/course_reduce.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { EvidenceFiles } from '@ce/frame/student/course_reduce/Evidence.tsx'
import { StateMark } from '@ce/frame/student/course_reduce/StateMark.tsx'
import { Trail } from '@ce/frame/student/course_reduce/Trail.tsx'
import {
  mayWithdraw,
  noEvidence,
  reductionFacts,
  withdrawnNotice,
  withdrawQuestion,
} from '@ce/frame/student/course_reduce/words.ts'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Descriptions, Drawer } from 'antd'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import classes from './Reductions.module.css'

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
      <Loaded
        query={query}
        missing={<NoSuch words={emptyWords.noSuchReduction} to={paths.reductions()} />}
      >
        {(reduction) => <Shown reduction={reduction} />}
      </Loaded>
    </Drawer>
  )
}

function Shown({ reduction }: { reduction: Reduction }) {
  const { attachments, steps } = reduction
  const [number, ...facts] = reductionFacts(reduction).map(([label, children]) => ({
    key: label,
    label,
    children,
  }))
  const state = { key: 'state', label: '状态', children: <StateMark {...reduction} /> }
  return (
    <div className={classes.detail}>
      <Descriptions column={1} size="small" items={number ? [number, state, ...facts] : [state]} />
      <section aria-labelledby="evidence">
        <h3 id="evidence">佐证材料</h3>
        {attachments.length === 0 ? <p>{noEvidence}</p> : <EvidenceFiles files={attachments} />}
      </section>
      {steps.length > 0 && (
        <section aria-labelledby="trail">
          <h3 id="trail">审核经过</h3>
          <Trail steps={steps} />
        </section>
      )}
      <Withdraw reduction={reduction} />
    </div>
  )
}

function Withdraw({ reduction }: { reduction: Reduction }) {
  const { modal } = App.useApp()
  const withdraw = useWithdrawReduction()
  const { id, version } = reduction
  if (!mayWithdraw(reduction)) return null
  const { title, text, ok, cancel } = withdrawQuestion(reduction)
  const ask = () =>
    modal.confirm({
      title,
      content: text,
      okText: ok,
      cancelText: cancel,
      okButtonProps: { danger: true },
      onOk: () =>
        withdraw.mutateAsync({ id, version }).then(
          () => showNotice(withdrawnNotice),
          () => undefined, // the refusal has been shown
        ),
    })
  return (
    <Button danger className={classes.withdraw} onClick={ask}>
      撤回申请
    </Button>
  )
}
