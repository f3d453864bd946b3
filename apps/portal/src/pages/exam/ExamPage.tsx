import { ExamPlace } from '@ce/frame/student/exam/ExamPlace.tsx'
import { ExamKitProvider } from '@ce/frame/student/exam/exam-kit.tsx'
import { KitProvider } from '@ce/frame/student/kit.tsx'
import { antdKit } from '../../components/antd-kit.tsx'
import { antdExamKit } from './antd-exam-kit.tsx'

/** 在线考试 of one course of a sign (specification §2, product §4 Exam). */
export function ExamPage() {
  return (
    <KitProvider parts={antdKit}>
      <ExamKitProvider parts={antdExamKit}>
        <ExamPlace />
      </ExamKitProvider>
    </KitProvider>
  )
}
