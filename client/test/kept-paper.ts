import type { PendingAnswer } from '../src/exam-attempt/state.ts'
import type { StoredPaper } from '../src/exam-attempt/stored-papers.ts'

/** Makes a paper as the device stores it, for an attempt with unsent answers. */
export const makeStoredPaper = (change: Partial<StoredPaper> = {}): StoredPaper => ({
  attemptId: 'attempt',
  exam: { signId: 'sign', id: 'course' },
  courseTitle: '处方审核',
  ...{ savedSeq: 3, beacon: '101000.mac', beaconAt: 1000, bellAt: 9000 },
  ...{ marks: ['q2'], current: 1, outcome: null },
  ...change,
})
/** Makes an unsent answer that was chosen at the time `at`. */
export const makePendingAnswer = (at: number, ...options: string[]): PendingAnswer => ({ options, at })
