import { formatDateTime } from '@ce/client/format.ts'
import { type RetentionRule, retentionQuery } from '@ce/client/staff/retention.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { EditableFigureTable } from '../../components/EditableFigures.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { RetentionRuleDialog } from './RuleDialog.tsx'

/** The page 数据保留 shows which data is kept, how long and why, and what was deleted last night. */
export function RetentionPage() {
  return (
    <>
      <PageHeader title="数据保留">
        每天凌晨按规则分批清理，只记删了多少条。修改天数需要说明原因；除另有说明的以外，从下一次清理起生效。
      </PageHeader>
      <EditableFigureTable<RetentionRule>
        label="数据保留规则"
        query={useQuery(retentionQuery())}
        columns={columns}
        mayEdit={usePermission('retention.edit')}
        changeable={({ limits }) => limits !== null}
        dialog={(rule, close) => <RetentionRuleDialog rule={rule} onClose={close} />}
      />
    </>
  )
}

function lastRunOf({ lastRun }: RetentionRule): string {
  return lastRun ? `${formatDateTime(lastRun.at)}，${lastRun.removed} 条` : '—'
}

function keptFor({ keepDays }: RetentionRule): string {
  return keepDays === null ? '不按天数' : `${keepDays} 天`
}

const columns: NonNullable<TableProps<RetentionRule>['columns']> = [
  {
    key: 'title',
    title: '数据',
    render: (_, rule) => (
      <>
        <strong>{rule.title}</strong>
        <span className="cell-note">{rule.explained}</span>
        <span className="narrow-only">
          {keptFor(rule)}；最近清理：{lastRunOf(rule)}
        </span>
      </>
    ),
  },
  {
    key: 'days',
    title: '保留',
    responsive: ['md'],
    width: 110,
    render: (_, rule) => (
      <>
        {keptFor(rule)}
        {rule.limits && (
          <span className="cell-note">
            可设 {rule.limits.min}–{rule.limits.max}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'run',
    title: '最近清理',
    responsive: ['md'],
    width: 210,
    render: (_, rule) => (
      <>
        {lastRunOf(rule)}
        {rule.removed30 > 0 && <span className="cell-note">近 30 天共 {rule.removed30} 条</span>}
      </>
    ),
  },
]
