import type { DeskReduction } from '@ce/client/staff/course_reduce.ts'
import type { Act } from './ActDialog.tsx'

const acts: Readonly<Record<string, readonly { act: Act; label: string; danger?: boolean }[]>> = {
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

/** What can be done as far as the application is; nothing while it is with its student, or over. */
export function actsAt(stage: DeskReduction['stage']) {
  return acts[stage ?? ''] ?? []
}

export const keyOf: Partial<Record<Act, string>> = { APPROVE: 'A', REJECT: 'R' }

/** What the queue's keys A and R do; '' where they do nothing. */
export function keyWords({ stage, hindrance }: Pick<DeskReduction, 'stage' | 'hindrance'>): string {
  const decides = actsAt(stage).some(({ act }) => keyOf[act])
  return decides && !hindrance ? 'A 通过 · R 驳回' : ''
}
