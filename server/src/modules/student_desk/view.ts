import type { accountState } from '@ce/contract'
import type { z } from 'zod'
import { maskIdNo, maskPhone } from '../student/service.ts'
import type { DeskRow } from './store/desk.ts'

/** An account as the desk lists it; numbers masked (product §4 Identity). */
export function toHead(row: DeskRow) {
  const { id, name, certificateNo, employer, createdAt } = row
  return {
    id,
    name,
    certificateNo,
    employer,
    createdAt,
    phoneMasked: maskPhone(row.phone),
    idType: row.idType,
    idNoMasked: maskIdNo(row.idNo),
    state: stateOf(row),
    hasInitialPassword: !row.initialPasswordChanged,
  }
}

function stateOf({ closedAt, erasedAt, locked }: DeskRow): z.output<typeof accountState> {
  if (erasedAt) return 'ERASED'
  if (closedAt) return 'CLOSED'
  return locked ? 'LOCKED' : 'ACTIVE'
}
