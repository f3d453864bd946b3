import { formatDateTime } from '@ce/client/format.ts'
import { type ExamRehearsalRow, examRehearsalsQuery } from '@ce/client/staff/exam.ts'
import { rehearsalLevelNames } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { choiceFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import classes from './ExamDesk.module.css'
import { examStudentFilter, rehearsalLevelLabels } from './labels.ts'

const worst = choiceFilter('结果', '全部结果', {
  RED: `有${rehearsalLevelNames.RED}`,
  AMBER: `有${rehearsalLevelNames.AMBER}`,
  GREEN: `全部${rehearsalLevelNames.GREEN}`,
})

const rehearsals = defineList({
  label: '考前自检',
  unit: '人',
  filters: { keyword: examStudentFilter, worst },
  query: (filter, page) => examRehearsalsQuery({ ...filter, ...page }),
  empty: {
    title: '还没有人做过考前自检',
    text: '学员从工作台、课程页或考试页可以提前检查设备，结果显示在这里。',
  },
})

/** 考前自检 lists the newest rehearsal of each student, so that staff can help before the exam. */
export function RehearsalList() {
  return <List list={useList(rehearsals)} columns={columns} rowKey={({ student }) => student.id} />
}

const part = (key: 'camera' | 'upload' | 'clock' | 'autosave', title: string) => ({
  key,
  title,
  render: (_: unknown, row: ExamRehearsalRow) => (
    <>
      <StatusMark kind={rehearsalLevelLabels[row[key]].kind}>{rehearsalLevelLabels[row[key]].text}</StatusMark>
      {row.notes[key] && <span className={classes.minor}>{row.notes[key]}</span>}
    </>
  ),
})

const columns: TableProps<ExamRehearsalRow>['columns'] = [
  {
    key: 'student',
    title: '学员',
    render: (_, { student, at }) => (
      <>
        {student.name} {student.phoneMasked}
        <span className={classes.minor}>{formatDateTime(at)}</span>
      </>
    ),
  },
  part('camera', '摄像头'),
  part('upload', '上传'),
  part('clock', '时钟'),
  part('autosave', '答案保存'),
]
