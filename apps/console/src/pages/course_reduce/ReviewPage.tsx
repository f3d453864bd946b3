import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { hoursRuleWords } from '@ce/client/reduction-words.ts'
import { type DeskReduction, deskReductionQuery } from '@ce/client/staff/course_reduce.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions } from 'antd'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { ListSteps } from '../../components/ListSteps.tsx'
import { useQueueKeysWanted } from '../../components/queue-keys.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { EvidenceSection } from './EvidenceSection.tsx'
import { OverlapNote } from './OverlapNote.tsx'
import classes from './Reductions.module.css'
import { ReviewActions } from './ReviewActions.tsx'
import { actsAt, keyWords } from './review-acts.ts'
import { StepsSection } from './StepsSection.tsx'
import { stageWords } from './words.ts'

/** One application: what it asks for, its evidence, how the year stands, and the reviewer's word. */
export function ReviewPage() {
  const { id = '' } = useParams()
  const query = useQuery(deskReductionQuery(id))
  const [keys, setKeys] = useQueueKeysWanted()
  return (
    <>
      {!query.data && (
        <PageHeader title="审核减免申请" actions={<BackLink to={paths.reductions()} />} />
      )}
      <ListSteps
        list={paths.reductions()}
        pathOf={paths.reduction}
        id={id}
        label="减免申请列表"
        unit="份"
        own={query.data ? keyWords(query.data) : ''}
        keys={keys}
        onKeys={setKeys}
      />
      <Loaded query={query}>
        {(reduction) => <Desk key={id} reduction={reduction} keys={keys} />}
      </Loaded>
    </>
  )
}

function Desk({ reduction, keys }: { reduction: DeskReduction; keys: boolean }) {
  const { studentName, typeName, applyNo, stage, reversed, reverseReason, hindrance } = reduction
  const actionable = actsAt(stage).length > 0
  return (
    <>
      <PageHeader
        title={`${studentName}，${typeName}`}
        actions={<BackLink to={paths.reductions()} />}
      >
        {stage ? (
          <StatusMark kind={stageWords[stage].kind}>{stageWords[stage].label}</StatusMark>
        ) : (
          <StatusMark kind="locked">已撤回</StatusMark>
        )}{' '}
        · {applyNo}
      </PageHeader>
      <div className={classes.page}>
        {reversed && <Alert type="error" showIcon title="学时已冲销" description={reverseReason} />}
        <Asked reduction={reduction} />
        <OverlapNote overlaps={reduction.overlaps} />
        <EvidenceSection reduction={reduction} />
        <StepsSection steps={reduction.steps} />
        {actionable && hindrance && <Alert type="info" showIcon title={hindrance} />}
        {actionable && !hindrance && <ReviewActions reduction={reduction} keys={keys} />}
      </div>
    </>
  )
}

function Asked({ reduction }: { reduction: DeskReduction }) {
  const maySee = usePermission('student.read')
  const { studentId, studentName, idNoMasked, certificateNo, employer } = reduction
  const { year, subject, hours, hoursApproved, startDate, endDate, reason, rule } = reduction
  const { required, earned, byType } = reduction.standing
  const granted = hoursApproved === null ? '' : `，核定 ${formatHoursUnit(hoursApproved)}`
  const items = [
    {
      key: 'who',
      label: '学员',
      children: (
        <span>
          {maySee ? <Link to={paths.student(studentId)}>{studentName}</Link> : studentName}，
          {idNoMasked}，证书 {certificateNo}
          {employer && `，${employer}`}
        </span>
      ),
    },
    {
      key: 'asked',
      label: '申请',
      children: `${year} 年度，${subject ? subjectNames[subject] : '未选科目'}，${formatHoursUnit(hours ?? 0)}${granted}`,
    },
    { key: 'period', label: '起止日期', children: `${startDate ?? ''} 至 ${endDate ?? ''}` },
    { key: 'reason', label: '理由', children: reason },
    {
      key: 'rule',
      label: '规则',
      children: `${hoursRuleWords(rule)}；材料：${rule.evidence}（至少 ${rule.minFiles} 个文件）；第 ${reduction.typeVersion} 版，${rule.levels === 2 ? '两级审核' : '一级审核'}`,
    },
    {
      key: 'standing',
      label: '该年度该科目',
      children: `要求 ${formatHours(required)}，已有 ${formatHoursUnit(earned)}；这一类型已通过 ${formatHoursUnit(byType)}（不含本申请）`,
    },
  ]
  return (
    <section className={classes.card} aria-labelledby="asked">
      <h2 id="asked">申请内容</h2>
      <Descriptions column={1} size="small" items={items} />
    </section>
  )
}
