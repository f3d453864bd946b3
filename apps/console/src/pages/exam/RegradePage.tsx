import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import {
  type Regrade,
  type RegradeOutcome,
  regradedPapersQuery,
  regradeQuery,
  useDecideRegrade,
  useRetryRegrade,
  useWithdrawRegrade,
} from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { examDecideRegradeLimits } from '@ce/contract/generated/staff-limits'
import { regradeOutcomeNames } from '@ce/contract/regrade-outcomes'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Progress } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { selectOptionsOf } from '../../components/code-options.ts'
import { WithdrawProposalButton } from '../../components/WithdrawProposalButton.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { scopeFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './ExamDesk.module.css'
import { RegradeCountsPanel } from './RegradeCountsSummary.tsx'
import { RegradeExportButton, regradePaperColumns } from './RegradeExportButton.tsx'
import { regradeKindTexts, regradeStateLabels } from './regrade-labels.ts'

export function RegradePage() {
  const { id = '' } = useParams()
  const query = useQuery(regradeQuery(id))
  return (
    <>
      <PageHeader title="重新评分" actions={<BackLink to={paths.examsTab('regrades')}>返回重新评分</BackLink>} />
      <QueryContent query={query}>{(regrade) => <One regrade={regrade} />}</QueryContent>
    </>
  )
}

function One({ regrade }: { regrade: Regrade }) {
  const { id, questionId, questionNo, courseTitle, stem, kind, state, total, counts } = regrade
  const mayDecide = usePermission('exam.decide')
  return (
    <div className={cards.page}>
      <CardSection
        id="proposal"
        title={`${courseTitle}第 ${questionNo} 号：${regradeKindTexts[kind].name}`}
        beside={<StatusMark kind={regradeStateLabels[state].kind}>{regradeStateLabels[state].text}</StatusMark>}
      >
        <p className={classes.words}>
          <Link to={paths.question(questionId)}>{stem}</Link>
        </p>
        <dl className={cards.facts}>
          <div>
            <dt>更正说明</dt>
            <dd>{regrade.reason}</dd>
          </div>
          <div>
            <dt>取消合格</dt>
            <dd>{regrade.loseReason ?? '不允许，已合格的保留'}</dd>
          </div>
          <div>
            <dt>申请</dt>
            <dd>
              {regrade.askedBy} {formatDateTime(regrade.askedAt)}
            </dd>
          </div>
          {regrade.decidedBy && (
            <div>
              <dt>{state === 'WITHDRAWN' ? '撤回' : '复核'}</dt>
              <dd>
                {regrade.decidedBy} {formatDateTime(regrade.decidedAt)}
                {regrade.note && `：${regrade.note}`}
              </dd>
            </div>
          )}
        </dl>
        <Acts regrade={regrade} />
      </CardSection>
      <CardSection id="figures" title={state === 'WAITING' ? '预览时的结果' : '申请时预览的结果'}>
        <RegradeCountsPanel counts={counts} />
        {state === 'WAITING' && mayDecide && (
          <div className={cards.buttons}>
            <RegradeExportButton {...{ questionId, kind }} losePass={regrade.loseReason !== null} />
          </div>
        )}
      </CardSection>
      {total > 0 && <Work regrade={regrade} key={id} />}
    </div>
  )
}

function Acts({ regrade }: { regrade: Regrade }) {
  const { id, state, mine, questionId, courseTitle, questionNo } = regrade
  const mayDecide = usePermission('exam.decide')
  const withdraw = useWithdrawRegrade()
  const [approve, setApprove] = useState<boolean | null>(null)
  if (state !== 'WAITING' || !mayDecide) return null
  if (mine)
    return (
      <div className={cards.buttons}>
        <WithdrawProposalButton
          note="您申请的，须由他人复核"
          what="重新评分申请"
          about={`${courseTitle}第 ${questionNo} 号`}
          content="成绩不受影响；需要时可以重新预览并申请。"
          takeBack={() => withdraw.mutateAsync({ id })}
        />
      </div>
    )
  return (
    <div className={cards.buttons}>
      <Button type="primary" onClick={() => setApprove(true)}>
        同意…
      </Button>
      <Button onClick={() => setApprove(false)}>驳回…</Button>
      <LinkButton to={paths.regradeQuestion(questionId)}>查看试题与答卷</LinkButton>
      {approve !== null && <Decide regrade={regrade} approve={approve} onClose={() => setApprove(null)} />}
    </div>
  )
}

function Decide(props: { regrade: Regrade; approve: boolean; onClose: () => void }) {
  const { regrade, approve, onClose } = props
  const decide = useDecideRegrade()
  const { counts, loseReason } = regrade
  return (
    <FormDialog<{ note: string }>
      title={approve ? '同意重新评分' : '驳回重新评分'}
      okText={approve ? '同意并开始' : '驳回'}
      danger={approve && loseReason !== null}
      initialValues={{ note: '' }}
      send={({ note }) => decide.mutateAsync({ id: regrade.id, approve, note })}
      done={{ title: approve ? '已同意，后台开始处理' : '已驳回' }}
      onClose={onClose}
    >
      {approve && (
        <p>
          申请时预览到 {counts.papers} 份答卷：变为合格 {counts.outcomes.PASS_GAINED ?? 0} 份，取消合格{' '}
          {counts.outcomes.PASS_LOST ?? 0} 份。此后交卷的也一并重新评分，变为合格的可能更多；取消合格的不会更多。
          成绩有变化的学员会收到消息。
        </p>
      )}
      <Form.Item name="note" label="复核意见（选填）" extra="写入操作日志。">
        <Input maxLength={examDecideRegradeLimits.note.maxLength} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}

const outcomes = selectOptionsOf({ ...regradeOutcomeNames, DUE: '等待处理', FAILED: '没有完成' })

const papers = defineList({
  label: '答卷',
  unit: '份',
  filters: { outcome: scopeFilter<RegradeOutcome | 'DUE' | 'FAILED'>('结果', '全部结果') },
  query: (filter, page, { id, state }: Pick<Regrade, 'id' | 'state'>) => ({
    ...regradedPapersQuery({ id, ...filter, ...page }),
    refetchInterval: state === 'RUNNING' ? 5000 : false,
  }),
  empty: { title: '没有这一类答卷' },
})

function Work({ regrade }: { regrade: Regrade }) {
  const { id, total, done, failed, state } = regrade
  const retry = useRetryRegrade()
  const mayDecide = usePermission('exam.decide')
  return (
    <CardSection
      id="work"
      title="处理进度"
      beside={
        failed > 0 &&
        mayDecide && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ id })}>
            立即重试没有完成的 {failed} 份
          </Button>
        )
      }
    >
      <Progress
        aria-label="处理进度"
        percent={Math.floor((done / total) * 100)}
        status={failed > 0 ? 'exception' : state === 'DONE' ? 'success' : 'active'}
      />
      <p className={cards.hint}>
        已处理 {done} / {total} 份{failed > 0 && `，${failed} 份没有完成，稍后自动再试`}。
        {state === 'RUNNING' && '学员正在参加同一门课程考试的，等其交卷后处理。可以离开本页，处理会继续。'}
      </p>
      <List
        list={useList(papers, regrade)}
        rowKey="attemptId"
        columns={regradePaperColumns()}
        options={{ outcome: outcomes }}
      />
    </CardSection>
  )
}
