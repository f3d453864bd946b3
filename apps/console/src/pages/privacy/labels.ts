import type { CorrectionSummary } from '@ce/client/staff/privacy.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export const correctionFieldLabels: Readonly<Record<CorrectionSummary['field'], string>> = {
  NAME: '姓名',
  ID_NO: '证件号',
  CERTIFICATE_NO: '资格证书编号',
}

export const correctionStateLabels: Readonly<Record<CorrectionSummary['state'], { label: string; kind: StatusKind }>> =
  {
    OPEN: { label: '待审核', kind: 'warning' },
    APPROVED: { label: '已更正', kind: 'done' },
    REFUSED: { label: '不同意', kind: 'error' },
    WITHDRAWN: { label: '已撤回', kind: 'locked' },
  }

export function correctionShortcutText({ state }: Pick<CorrectionSummary, 'state'>): string {
  return state === 'OPEN' ? 'A 同意 · R 不同意' : ''
}
