import { type SettingFigure, settingsQuery } from '@ce/client/staff/setting.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { EditableFigureTable } from '../../components/EditableFigures.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { SettingDialog } from './SettingDialog.tsx'

/** The page 运行参数 lists settings with their values and limits. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="运行参数">
        协会可以调整的时限、次数与比例。修改需要说明原因，几秒内生效。年度、课程与减免的规则在各自的页面修改。
      </PageHeader>
      <EditableFigureTable<SettingFigure>
        label="运行参数"
        query={useQuery(settingsQuery())}
        columns={columns}
        mayEdit={usePermission('setting.edit')}
        dialog={(figure, close) => <SettingDialog figure={figure} onClose={close} />}
      />
    </>
  )
}

const columns: NonNullable<TableProps<SettingFigure>['columns']> = [
  { key: 'area', title: '范围', dataIndex: 'area', responsive: ['md'], width: 100 },
  {
    key: 'title',
    title: '参数',
    render: (_, { title, explained }) => (
      <CellWithNote note={explained}>
        <strong>{title}</strong>
      </CellWithNote>
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
]
