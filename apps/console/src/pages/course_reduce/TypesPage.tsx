import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { hoursRuleText } from '@ce/client/reduction-text.ts'
import type { StaffReductionType } from '@ce/client/staff/course_reduce.ts'
import { staffReductionTypesQuery } from '@ce/client/staff/course_reduce.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { CellWithNote, DeskTable } from '../../components/DeskTable.tsx'
import { StaffName } from '../../components/StaffName.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { subjectScopeLabels } from './labels.ts'
import { ReductionTypeDialog } from './TypeDialog.tsx'

export function ReductionTypesPage() {
  const query = useQuery(staffReductionTypesQuery())
  const mayEdit = usePermission('reduction.types')
  const [edited, setEdited] = useState<StaffReductionType | 'new' | null>(null)
  return (
    <>
      <PageHeader
        title="减免类型"
        actions={
          mayEdit && (
            <Button type="primary" onClick={() => setEdited('new')}>
              新建类型
            </Button>
          )
        }
      >
        修改规则会生成新的版本；已经提交的申请仍按提交时的规则审核。
      </PageHeader>
      <QueryContent query={query}>
        {({ list }) =>
          list.length > 0 ? (
            <DeskTable<StaffReductionType>
              aria-label="减免类型"
              rowKey="id"
              columns={columns(mayEdit ? setEdited : null)}
              dataSource={list}
            />
          ) : (
            <EmptyState title="还没有减免类型">先建一个类型，学员才能申请减免。</EmptyState>
          )
        }
      </QueryContent>
      {edited && <ReductionTypeDialog type={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const columns = (onEdit: ((type: StaffReductionType) => void) | null): TableProps<StaffReductionType>['columns'] => [
  {
    key: 'name',
    title: '类型',
    render: (_, { code, rule, enabled, version }) => (
      <>
        {rule.name} {!enabled && <StatusMark kind="locked">已停用</StatusMark>}
        <span className="cell-note">
          {code}，第 {version} 版
        </span>
        <span className="narrow-only">{hoursRuleText(rule)}</span>
      </>
    ),
  },
  {
    key: 'hours',
    title: '学时',
    responsive: ['md'],
    render: (_, { rule }) => (
      <CellWithNote note={subjectScopeLabels[rule.subjectScope]}>{hoursRuleText(rule)}</CellWithNote>
    ),
  },
  {
    key: 'review',
    title: '审核',
    responsive: ['md'],
    render: (_, { rule }) =>
      `${rule.levels === 2 ? '两级' : '一级'}${rule.samplePercent > 0 ? `，抽查 ${rule.samplePercent}%` : ''}`,
  },
  {
    key: 'window',
    title: '申请时间',
    responsive: ['lg'],
    render: (_, { rule }) =>
      rule.applyFrom || rule.applyTo ? `${rule.applyFrom ?? ''} 至 ${rule.applyTo ?? ''}` : '不限',
  },
  { key: 'used', title: '申请数', responsive: ['lg'], dataIndex: 'used' },
  {
    key: 'updated',
    title: '最近修改',
    responsive: ['xl'],
    render: (_, { updatedAt, updatedBy }) => (
      <>
        <StaffName actor={updatedBy} /> {formatDateTime(updatedAt)}
      </>
    ),
  },
  ...(onEdit
    ? [
        {
          key: 'edit',
          title: '操作',
          render: (_: unknown, type: StaffReductionType) => (
            <Button size="small" onClick={() => onEdit(type)} aria-label={`修改 ${type.rule.name}`}>
              修改
            </Button>
          ),
        },
      ]
    : []),
]
