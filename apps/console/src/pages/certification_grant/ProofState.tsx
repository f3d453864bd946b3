import type { ProofSummary } from '@ce/client/staff/certification_grant.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'

export function ProofStateTag({ state }: Pick<ProofSummary, 'state'>) {
  return state === 'ISSUED' ? <StatusMark kind="done">有效</StatusMark> : <StatusMark kind="error">已撤销</StatusMark>
}
