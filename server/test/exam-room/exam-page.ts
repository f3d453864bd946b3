import type { StartedAttempt } from '../factories/exam.ts'
import type { PageScript, SimulatedPage } from '../rooms/page.ts'

export interface ExamPageView {
  phase: string
  problem: string | null
  signedOut: boolean
  info: { runningAttemptId: string | null }
  sitting: StartedAttempt | null
  answers: Record<string, string[]>
  unsaved: Record<string, unknown>
  changed: number[]
  unconfirmed: number[]
  result: { submittedBy: string } | null
}

export interface ExamPageHandle {
  attempt(): {
    read(): ExamPageView
    keeps(): boolean
    dispatch(
      event: { on: 'answer'; questionId: string; options: string[] } | { on: 'begin' | 'submit' | 'again' },
    ): void
  } | null
  left(): Promise<{ paper: { attemptId: string; outcome: OfflineSubmissionOutcome | null }; unsaved: object }[]>
  enter(anew: boolean): Promise<void>
  leave(): void
  unkept(): string[]
}
export type OfflineSubmissionOutcome = { kind: string; newer?: number; over?: number }

export type ExamPage = SimulatedPage<ExamPageHandle>
export type ExamScript = PageScript<ExamPageHandle, [studentId: string, exam: { signId: string; id: string }]>
