import { formatDateTime } from '@ce/client/format.ts'
import { type RetentionRule, retentionQuery } from '@ce/client/staff/retention.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { DeskTable } from '../../components/DeskTable.tsx'
import { RuleDialog } from './RuleDialog.tsx'

/** 数据保留: what is kept, how long and why, and what the last night took away. */
export function RetentionPage() {
  const query = useQuery(retentionQuery())
  const mayEdit = usePermission('retention.edit')
  const [edited, setEdited] = useState<RetentionRule | null>(null)
  return (
    <>
      <PageHeader title="数据保留">
        每天凌晨按规则分批清理，只记删了多少条。修改天数需要说明原因，从下一次清理起生效。
      </PageHeader>
      <Loaded query={query}>
        {({ list }) => (
          <DeskTable<RetentionRule>
            aria-label="数据保留规则"
            rowKey="key"
            columns={columns(mayEdit ? setEdited : null)}
            dataSource={list}
          />
        )}
      </Loaded>
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function lastRunOf({ lastRun }: RetentionRule): string {
  return lastRun ? `${formatDateTime(lastRun.at)}，${lastRun.removed} 条` : '—'
}

function keptFor({ keepDays }: RetentionRule): string {
  return keepDays === null ? '不按天数' : `${keepDays} 天`
}

const columns = (
  onEdit: ((rule: RetentionRule) => void) | null,
): TableProps<RetentionRule>['columns'] => [
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
    width: 190,
    render: (_, rule) => (
      <>
        {lastRunOf(rule)}
        {rule.removed30 > 0 && <span className="cell-note">近 30 天共 {rule.removed30} 条</span>}
      </>
    ),
  },
  ...(onEdit
    ? [
        {
          key: 'edit',
          title: '操作',
          width: 80,
          render: (_: unknown, rule: RetentionRule) =>
            rule.limits && (
              <Button size="small" onClick={() => onEdit(rule)} aria-label={`修改 ${rule.title}`}>
                修改
              </Button>
            ),
        },
      ]
    : []),
]
