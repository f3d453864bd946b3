import { KitProvider } from '../../components/kit.tsx'
import { phoneKit } from '../../kit/phone-kit.tsx'
import { ExamKitProvider } from './exam-kit.tsx'
import { phoneExamKit } from './phone-exam-kit.tsx'
import { AttemptPlace } from './review/AttemptPlace.tsx'

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
