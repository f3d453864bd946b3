import { type SettingFigure, settingsQuery } from '@ce/client/staff/setting.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { DeskTable } from '../../components/DeskTable.tsx'
import { FigureDialog } from './FigureDialog.tsx'

/** 运行参数: what the association may set differently, how it stands and how far it goes. */
export function SettingsPage() {
  const query = useQuery(settingsQuery())
  const mayEdit = usePermission('setting.edit')
  const [edited, setEdited] = useState<SettingFigure | null>(null)
  return (
    <>
      <PageHeader title="运行参数">
        协会可以调整的时限、次数与比例。修改需要说明原因，几秒内生效。年度、课程与减免的规则在各自的页面修改。
      </PageHeader>
      <Loaded query={query}>
        {({ list }) => (
          <DeskTable<SettingFigure>
            aria-label="运行参数"
            rowKey="key"
            columns={columns(mayEdit ? setEdited : null)}
            dataSource={list}
          />
        )}
      </Loaded>
      {edited && <FigureDialog figure={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const columns = (
  onEdit: ((figure: SettingFigure) => void) | null,
): TableProps<SettingFigure>['columns'] => [
  { key: 'area', title: '范围', dataIndex: 'area', responsive: ['md'], width: 100 },
  {
    key: 'title',
    title: '参数',
    render: (_, { title, explained }) => (
      <>
        <strong>{title}</strong>
        <span className="cell-note">{explained}</span>
      </>
    ),
  },
  {
    key: 'value',
    title: '现在',
    width: 130,
    render: (_, { value, unit, min, max, usual }) => (
      <>
        {value} {unit}
        <span className="cell-note">
          可设 {min}–{max}
        </span>
        <span className="cell-note">初始 {usual}</span>
      </>
    ),
  },
  ...(onEdit
    ? [
        {
          key: 'edit',
          title: '操作',
          width: 80,
          // as wide as the button also on a phone
          align: 'right' as const,
          render: (_: unknown, figure: SettingFigure) => (
            <Button size="small" onClick={() => onEdit(figure)} aria-label={`修改 ${figure.title}`}>
              修改
            </Button>
          ),
        },
      ]
    : []),
]
