import { wouldLose } from '@ce/client/exam-attempt/leaving.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { readSession } from '@ce/client/session.ts'
import { useLeaveQuestion } from '@ce/ui/leaving.ts'
import { leavingWords } from './offline-words.ts'

/** Asks before another page of ours is opened during an attempt; what it costs is said. */
export function LeaveGuard({ seat: { attempt } }: { seat: ExamSeat }) {
  useLeaveQuestion(
    () =>
      readSession() === null
        ? null
        : {
            title: '离开考试页面？',
            text: leavingWords(wouldLose(attempt)),
            stay: '留在考试',
            leave: '离开',
          },
    // answers are kept on the device: only the loss of one asks there (exam-attempt/leaving.ts)
    false,
  )
  return null
}
