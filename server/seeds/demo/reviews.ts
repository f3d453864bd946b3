import { randomUUID } from 'node:crypto'
import { decide, propose } from '../../src/modules/capture_review/service/judge.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { atWork } from './at-work.ts'

/** One looks at an exam that was sat without a camera and would keep it, another agrees: 待核查 no more. */
export async function keepExam(deps: Deps, attemptId: string): Promise<void> {
  const reviewer = await atWork(deps, 'reviewer', ['capture.review'])
  const admin = await atWork(deps, 'admin', ['capture.review'])
  const id = randomUUID()
  const seen = { causes: ['DEVICE'], reason: '门店电脑没有摄像头，作答记录正常' }
  await propose(deps, reviewer, { id, attemptId, proposal: 'KEEP', ...seen })
  await decide(deps, admin, { id, decision: 'CONFIRMED', reason: '与作答记录相符' })
}
