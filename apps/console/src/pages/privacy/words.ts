import type { CorrectionHead } from '@ce/client/staff/privacy.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export const fieldWords: Readonly<Record<CorrectionHead['field'], string>> = {
  NAME: '姓名',
  ID_NO: '证件号',
  CERTIFICATE_NO: '资格证书编号',
}

export const stateWords: Readonly<
  Record<CorrectionHead['state'], { label: string; kind: StatusKind }>
> = {
  OPEN: { label: '待审核', kind: 'warning' },
  APPROVED: { label: '已更正', kind: 'done' },
  REFUSED: { label: '不同意', kind: 'error' },
  WITHDRAWN: { label: '已撤回', kind: 'locked' },
}

/** What the queue's keys A and R do; '' where they do nothing: it is decided. */
export function keyWords({ state }: Pick<CorrectionHead, 'state'>): string {
  return state === 'OPEN' ? 'A 同意 · R 不同意' : ''
}
