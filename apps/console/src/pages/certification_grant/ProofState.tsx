import type { ProofHead } from '@ce/client/staff/certification_grant.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'

/** Whether a proof counts. */
export function ProofState({ state }: Pick<ProofHead, 'state'>) {
  return state === 'ISSUED' ? (
    <StatusMark kind="done">有效</StatusMark>
  ) : (
    <StatusMark kind="error">已撤销</StatusMark>
  )
}
