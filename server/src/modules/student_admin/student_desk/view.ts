import type { accountState } from '@ce/contract'
import type { z } from 'zod'
import { maskIdNo, maskPhone } from '../../../platform/masked-numbers.ts'
import type { DeskStudentRow } from './store/desk.ts'

export function toDeskStudent(row: DeskStudentRow) {
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

function stateOf({ closedAt, erasedAt, locked }: DeskStudentRow): z.output<typeof accountState> {
  if (erasedAt) return 'ERASED'
  if (closedAt) return 'CLOSED'
  return locked ? 'LOCKED' : 'ACTIVE'
}
