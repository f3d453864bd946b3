import type { KeptPaper } from '../src/exam-attempt/kept-papers.ts'
import type { Typed } from '../src/exam-attempt/state.ts'

/** What a page has kept of an attempt, for tests. */
export const paper = (change: Partial<KeptPaper> = {}): KeptPaper => ({
  attemptId: 'attempt',
  exam: { signId: 'sign', id: 'course' },
  courseTitle: '处方审核',
  ...{ savedSeq: 3, beacon: '101000.mac', beaconAt: 1000, bellAt: 9000 },
  ...{ marks: ['q2'], current: 1, outcome: null },
  ...change,
})
/** An answer chosen at this moment. */
export const typed = (at: number, ...options: string[]): Typed => ({ options, at })
