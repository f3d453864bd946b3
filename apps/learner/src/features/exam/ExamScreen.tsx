import { KitProvider } from '../../components/kit.tsx'
import { phoneKit } from '../../kit/phone-kit.tsx'
import { ExamPlace } from './ExamPlace.tsx'
import { ExamKitProvider } from './exam-kit.tsx'
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
