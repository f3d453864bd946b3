import { ExamKitProvider } from '@ce/frame/student/exam/exam-kit.tsx'
import { AttemptPlace } from '@ce/frame/student/exam/review/AttemptPlace.tsx'
import { KitProvider } from '@ce/frame/student/kit.tsx'
import { antdKit } from '../../components/antd-kit.tsx'
import { antdExamKit } from './antd-exam-kit.tsx'

/** One ended attempt of one's own. */
export function AttemptPage() {
  return (
    <KitProvider parts={antdKit}>
      <ExamKitProvider parts={antdExamKit}>
        <AttemptPlace />
      </ExamKitProvider>
    </KitProvider>
  )
}
