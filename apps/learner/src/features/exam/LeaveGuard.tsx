import { wouldLose } from '@ce/client/exam-attempt/leaving.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { readSession } from '@ce/client/session.ts'
import { useBlocker } from 'react-router'
import { useKit } from '../../components/kit.tsx'
import { leavingWords } from './offline-words.ts'

/** Asks before another page of ours is opened during an attempt; what it costs is said. */
export function LeaveGuard({ seat: { attempt } }: { seat: ExamSeat }) {
  const { Dialog } = useKit()
  const blocker = useBlocker(() => readSession() !== null)
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="离开考试页面？"
      onClose={() => blocker.reset?.()}
      answers={{
        yes: '留在考试',
        no: '离开',
        onYes: () => blocker.reset?.(),
        onNo: () => blocker.proceed?.(),
      }}
    >
      {leavingWords(wouldLose(attempt))}
    </Dialog>
  )
}
