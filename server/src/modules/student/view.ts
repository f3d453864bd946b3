import type { profile, sessionUser } from '@ce/contract'
import { birthDateOf } from '@ce/contract/id-paper'
import type { z } from 'zod'
import { createPrivateUrl } from '../../platform/files/links.ts'
import type { Keys } from '../../platform/keys.ts'
import { maskIdNo, maskPhone } from '../../platform/masked-numbers.ts'
import type { StudentRow } from './store.ts'

/** Returns a private link, or null without a photo. */
export function profilePhotoUrl(keys: Keys, row: Pick<StudentRow, 'id' | 'avatarFileId'>): string | null {
  return row.avatarFileId ? createPrivateUrl(keys, 'files', row.avatarFileId, row.id) : null
}

export function toSessionUser(keys: Keys, row: StudentRow): z.input<typeof sessionUser> {
  return {
    id: row.id,
    name: row.name,
    avatarUrl: profilePhotoUrl(keys, row),
    phoneMasked: maskPhone(row.phone),
    titleCode: row.titleCode,
    isInitPassword: row.initialPasswordChanged,
  }
}

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
    avatarUrl: profilePhotoUrl(keys, row),
    birthDate: birthDateOf(row.idType, row.idNo),
    isInitPassword: row.initialPasswordChanged,
  }
}
