import { ExamKitProvider } from '@ce/frame/student/exam/exam-kit.tsx'
import { AttemptPlace } from '@ce/frame/student/exam/review/AttemptPlace.tsx'
import { KitProvider } from '@ce/frame/student/kit.tsx'
import { phoneKit } from '../../kit/phone-kit.tsx'
import { phoneExamKit } from './phone-exam-kit.tsx'

/** One ended attempt of one's own. */
export function AttemptScreen() {
  return (
    <KitProvider parts={phoneKit}>
      <ExamKitProvider parts={phoneExamKit}>
        <AttemptPlace />
      </ExamKitProvider>
    </KitProvider>
  )
}
