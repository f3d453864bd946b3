import type { CorrectionField } from '@ce/client/privacy.ts'

export const fieldNames: Readonly<Record<CorrectionField, string>> = {
  NAME: '姓名',
  ID_NO: '证件号',
  CERTIFICATE_NO: '资格证书编号',
}
