import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { hoursRuleText } from '@ce/client/reduction-text.ts'
import { type DeskReduction, deskReductionQuery } from '@ce/client/staff/course_reduce.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions } from 'antd'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { ListNeighbourLinks } from '../../components/ListNeighbours.tsx'
import { useQueueKeysEnabled } from '../../components/queue-keys.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { ReductionEvidenceSection } from './EvidenceSection.tsx'
import { reductionStageLabels } from './labels.ts'
import { HoursOverlapNotice } from './OverlapNotice.tsx'
import { ReductionReviewActions } from './ReviewActions.tsx'
import { reductionActionsAt, reductionShortcutText } from './review-acts.ts'
import { ReductionStepsSection } from './StepsSection.tsx'

export function ReductionReviewPage() {
  const { id = '' } = useParams()
  const query = useQuery(deskReductionQuery(id))
  const [keys, setKeys] = useQueueKeysEnabled()
  return (
    <>
      {!query.data && <PageHeader title="审核减免申请" actions={<BackLink to={paths.reductions()} />} />}
      <ListNeighbourLinks
        list={paths.reductions()}
        pathOf={paths.reduction}
        id={id}
        label="减免申请列表"
        unit="份"
        own={query.data ? reductionShortcutText(query.data) : ''}
        keys={keys}
        onKeys={setKeys}
      />
      <QueryContent query={query}>{(reduction) => <Desk key={id} reduction={reduction} keys={keys} />}</QueryContent>
    </>
  )
}

function Desk({ reduction, keys }: { reduction: DeskReduction; keys: boolean }) {
  const { studentName, typeName, applyNo, stage, reversed, reverseReason, hindrance } = reduction
  const actionable = reductionActionsAt(stage).length > 0
  return (
    <>
      <PageHeader title={`${studentName}，${typeName}`} actions={<BackLink to={paths.reductions()} />}>
        {stage ? (
          <StatusMark kind={reductionStageLabels[stage].kind}>{reductionStageLabels[stage].label}</StatusMark>
        ) : (
          <StatusMark kind="locked">已撤回</StatusMark>
        )}{' '}
        · {applyNo}
      </PageHeader>
      <div className={cards.page}>
        {reversed && <Alert type="error" showIcon title="学时已冲销" description={reverseReason} />}
        <Asked reduction={reduction} />
        <HoursOverlapNotice overlaps={reduction.overlaps} />
        <ReductionEvidenceSection reduction={reduction} />
        <ReductionStepsSection steps={reduction.steps} />
        {actionable && hindrance && <Alert type="info" showIcon title={hindrance} />}
        {actionable && !hindrance && <ReductionReviewActions reduction={reduction} keys={keys} />}
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
          {maySee ? <Link to={paths.student(studentId)}>{studentName}</Link> : studentName}，{idNoMasked}，证书{' '}
          {certificateNo}
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
      children: `${hoursRuleText(rule)}；材料：${rule.evidence}（至少 ${rule.minFiles} 个文件）；第 ${reduction.typeVersion} 版，${rule.levels === 2 ? '两级审核' : '一级审核'}`,
    },
    {
      key: 'standing',
      label: '该年度该科目',
      children: `要求 ${formatHours(required)}，已有 ${formatHoursUnit(earned)}；这一类型已通过 ${formatHoursUnit(byType)}（不含本申请）`,
    },
  ]
  return (
    <CardSection id="asked" title="申请内容">
      <Descriptions column={1} size="small" items={items} />
    </CardSection>
  )
}
