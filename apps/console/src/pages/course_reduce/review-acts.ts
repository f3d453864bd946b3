import type { DeskReduction } from '@ce/client/staff/course_reduce.ts'
import type { ReductionAction } from './ReductionActionDialog.tsx'

const acts: Readonly<Record<string, readonly { act: ReductionAction; label: string; danger?: boolean }[]>> = {
  FIRST: [
    { act: 'APPROVE', label: '通过…' },
    { act: 'RETURN', label: '退回补正…' },
    { act: 'REJECT', label: '驳回…', danger: true },
  ],
  FINAL: [
    { act: 'APPROVE', label: '通过…' },
    { act: 'RETURN', label: '退回补正…' },
    { act: 'REJECT', label: '驳回…', danger: true },
  ],
  SAMPLE: [
    { act: 'PASS', label: '抽查无误…' },
    { act: 'CHECK_REVERSE', label: '冲销学时…', danger: true },
  ],
  APPROVED: [{ act: 'REVERSE', label: '冲销学时…', danger: true }],
}

export function reductionActionsAt(stage: DeskReduction['stage']) {
  return acts[stage ?? ''] ?? []
}

export const reductionActionKeys: Partial<Record<ReductionAction, string>> = { APPROVE: 'A', REJECT: 'R' }

export function reductionShortcutText({ stage, hindrance }: Pick<DeskReduction, 'stage' | 'hindrance'>): string {
  const decides = reductionActionsAt(stage).some(({ act }) => reductionActionKeys[act])
  return decides && !hindrance ? 'A 通过 · R 驳回' : ''
}
