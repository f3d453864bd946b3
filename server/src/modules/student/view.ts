import type { profile, sessionUser } from '@ce/contract'
import { birthDateOf } from '@ce/contract/id-paper'
import type { z } from 'zod'
import { signedUrl } from '../../platform/files/links.ts'
import type { Keys } from '../../platform/keys.ts'
import { maskIdNo, maskPhone } from '../../platform/masked-numbers.ts'
import type { StudentRow } from './store.ts'

/** The photo of a profile behind a private link; null: there is none. */
export function photoUrl(keys: Keys, row: Pick<StudentRow, 'id' | 'avatarFileId'>): string | null {
  return row.avatarFileId ? signedUrl(keys, 'files', row.avatarFileId, row.id) : null
}

/** The user of a login response (specification §3). */
export function toSessionUser(keys: Keys, row: StudentRow): z.input<typeof sessionUser> {
  return {
    id: row.id,
    name: row.name,
    avatarUrl: photoUrl(keys, row),
    phoneMasked: maskPhone(row.phone),
    titleCode: row.titleCode,
    isInitPassword: row.initialPasswordChanged,
  }
}

/** A student's own profile: what is locked, what is masked. */
export function toProfile(
  keys: Keys,
  row: StudentRow,
  nameLocked: boolean,
  unprintable: { name: string; employer: string },
): z.input<typeof profile> {
  return {
    ...row,
    nameLocked,
    unprintable,
    idNoMasked: maskIdNo(row.idNo),
    phoneMasked: maskPhone(row.phone),
    avatarUrl: photoUrl(keys, row),
    birthDate: birthDateOf(row.idType, row.idNo),
    isInitPassword: row.initialPasswordChanged,
  }
}
