import type { Sitting } from '../factories/exam.ts'
import type { Page, Script } from '../rooms/page.ts'

/** Of what the exam's page shows (client/src/exam-attempt/state.ts) what candidates look at. */
export interface Shown {
  phase: string
  problem: string | null
  signedOut: boolean
  info: { runningAttemptId: string | null }
  sitting: Sitting | null
  answers: Record<string, string[]>
  unsaved: Record<string, unknown>
  /** numbers of questions, from 1 */
  changed: number[]
  unconfirmed: number[]
  result: { submittedBy: string } | null
}

/** As client/test/exam-page.ts opens it. */
export interface Ours {
  attempt(): {
    read(): Shown
    keeps(): boolean
    dispatch(
      event:
        | { on: 'answer'; questionId: string; options: string[] }
        | { on: 'begin' | 'submit' | 'again' },
    ): void
  } | null
  left(): Promise<{ paper: { attemptId: string; outcome: Outcome | null }; unsaved: object }[]>
  enter(anew: boolean): Promise<void>
  leave(): void
  /** questions whose last answer would be lost with this page, as it says */
  unkept(): string[]
}
export type Outcome = { kind: string; newer?: number; over?: number }

export type ExamPage = Page<Ours>
export type ExamScript = Script<Ours, [studentId: string, exam: { signId: string; id: string }]>
