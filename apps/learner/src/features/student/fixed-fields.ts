import { formatDate } from '@ce/client/format.ts'
import type { Profile } from '@ce/client/student.ts'
import { idTypeNames } from '@ce/contract/id-paper'

/** What is shown of a person and changed elsewhere, or by staff only. */
export function fixedFields(profile: Profile) {
  return [
    { key: 'name', label: '姓名', value: profile.name },
    { key: 'idNo', label: idTypeNames[profile.idType], value: profile.idNoMasked },
    { key: 'certificateNo', label: '资格证书编号', value: profile.certificateNo },
    { key: 'phone', label: '手机号', value: profile.phoneMasked },
    { key: 'birthDate', label: '出生日期', value: profile.birthDate ?? '—' },
    { key: 'createdAt', label: '注册日期', value: formatDate(profile.createdAt) },
  ]
}
