import { AnswerLogEntries } from '@ce/client/components/exam-review/AnswerLogEntries.tsx'
import { ReviewedQuestion } from '@ce/client/components/exam-review/ReviewedQuestion.tsx'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { appealedPaperQuery, type ExamAppealRow } from '@ce/client/staff/exam.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../kit/Dialog.tsx'
import classes from './ExamDesk.module.css'

export function AppealedPaperDialog({ appeal, onClose }: { appeal: ExamAppealRow; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const query = useQuery(appealedPaperQuery(appeal.attemptId))
  return (
    <Dialog
      open={open}
      title={`答卷：${appeal.studentName}，${appeal.courseTitle}`}
      width={860}
      footer={null}
      onClose={() => setOpen(false)}
      afterClose={onClose}
    >
      <p className={classes.words}>{appeal.text}</p>
      <QueryContent query={query}>
        {({ questions, entries, intact }) => (
          <Tabs
            items={[
              {
                key: 'paper',
                label: `答卷（${questions.length} 题）`,
                children: (
                  <div className={classes.paper}>
                    <h2 className={classes.minor}>每题的选择与正确答案</h2>
                    {questions.map((question, index) => (
                      <ReviewedQuestion key={question.id} question={question} number={index + 1} whose="考生的选择" />
                    ))}
                  </div>
                ),
              },
              {
                key: 'log',
                label: `作答记录（${entries.length} 条）`,
                children: (
                  <>
                    <StatusMark kind={intact ? 'done' : 'error'}>
                      {intact ? '记录完整，与回执一致' : '记录与回执不一致'}
                    </StatusMark>
                    <AnswerLogEntries entries={entries} />
                  </>
                ),
              },
            ]}
          />
        )}
      </QueryContent>
    </Dialog>
  )
}
