import { ExamPlace } from '@ce/frame/student/exam/ExamPlace.tsx'
import { ExamKitProvider } from '@ce/frame/student/exam/exam-kit.tsx'
import { KitProvider } from '@ce/frame/student/kit.tsx'
import { phoneKit } from '../../kit/phone-kit.tsx'
import { phoneExamKit } from './phone-exam-kit.tsx'

/** 在线考试 on a phone: its state is the attempt's, so a lock, a call or a turn of the phone loses nothing. */
export function ExamScreen() {
  return (
    <KitProvider parts={phoneKit}>
      <ExamKitProvider parts={phoneExamKit}>
        <ExamPlace />
      </ExamKitProvider>
    </KitProvider>
  )
}
