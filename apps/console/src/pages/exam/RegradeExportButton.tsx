import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { type RegradedPaper, type RegradeKind, useExportRegrade } from '@ce/client/staff/exam.ts'
import { regradeOutcomeNames } from '@ce/contract/regrade-outcomes'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, type TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './ExamDesk.module.css'
import { examScoreText } from './regrade-labels.ts'

type RegradeRow = Omit<RegradedPaper, 'doneAt' | 'tries'> & Partial<Pick<RegradedPaper, 'tries'>>

export const regradePaperColumns = <Paper extends RegradeRow>(): TableProps<Paper>['columns'] => [
  {
    key: 'who',
    title: '学员',
    render: (_, { studentName, phoneMasked }) => (
      <>
        {studentName}
        <span className={classes.minor}>{phoneMasked}</span>
      </>
    ),
  },
  {
    key: 'which',
    title: '考试',
    render: (_, { attemptId, year, no, outcome }) =>
      outcome === 'NOT_BEGUN' ? (
        `${year} 年度第 ${no} 次`
      ) : (
        <Link to={paths.examsOne(attemptId)}>
          {year} 年度第 {no} 次
        </Link>
      ),
  },
  {
    key: 'before',
    title: '原成绩',
    render: (_, { oldScore, oldPassed }) => examScoreText(oldScore, oldPassed),
  },
  {
    key: 'now',
    title: '按新标准',
    render: (_, { newScore, newPassed }) => examScoreText(newScore, newPassed),
  },
  {
    key: 'outcome',
    title: '结果',
    render: (_, { outcome, tries = 0 }) =>
      outcome ? regradeOutcomeNames[outcome] : tries > 0 ? `没有完成，已试 ${tries} 次` : '等待处理',
  },
]

/** Exports the whole preview of a regrade; the export is audited. */
export function RegradeExportButton(wanted: { questionId: string; kind: RegradeKind; losePass: boolean }) {
  const run = useExportRegrade()
  const save = async () => {
    const { name, mime, content, exported, leftOut } = await run.mutateAsync(wanted)
    saveFile(new Blob([decodeBase64(content)], { type: mime }), name)
    showNotice({
      kind: 'success',
      title: `已导出 ${exported} 份答卷`,
      text: leftOut > 0 ? `还有 ${leftOut} 份超出一个文件的上限，没有导出。` : '',
    })
  }
  return (
    <Button loading={run.isPending} onClick={() => void save().catch(() => undefined)}>
      导出名单（Excel）
    </Button>
  )
}
