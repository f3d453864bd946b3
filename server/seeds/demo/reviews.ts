import { randomUUID } from 'node:crypto'
import { decideReview, proposeReview } from '../../src/modules/exam/capture_review/service/decide.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { findActingDemoStaff } from './acting-staff.ts'

/** One person proposes to keep the exam result and another agrees. */
export async function confirmExamResult(deps: Deps, attemptId: string): Promise<void> {
  const reviewer = await findActingDemoStaff(deps, 'reviewer', ['capture.review'])
  const admin = await findActingDemoStaff(deps, 'admin', ['capture.review'])
  const id = randomUUID()
  const seen = { causes: ['DEVICE'], reason: '门店电脑没有摄像头，作答记录正常' }
  await proposeReview(deps, reviewer, { id, attemptId, proposal: 'KEEP', ...seen })
  await decideReview(deps, admin, { id, decision: 'CONFIRMED', reason: '与作答记录相符' })
}
