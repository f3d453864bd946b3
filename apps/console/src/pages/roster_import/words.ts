import type { RosterField, RosterKind } from '@ce/client/staff/roster_import.ts'

const fieldWords: Readonly<Record<RosterField, string>> = {
  NAME: '姓名',
  ID_TYPE: '证件类型',
  ID_NO: '证件号',
  PHONE: '手机号',
  CERTIFICATE_NO: '资格证书编号',
  EMPLOYER: '执业单位',
  TITLE: '职称',
  YEAR: '年度',
  HOURS: '学时',
  COURSE: '课程名称',
  ISSUER: '颁发单位',
  REFERENCE: '凭证编号',
}

interface KindWords {
  title: string
  /** what is counted: 名, 条 */
  unit: string
  fields: readonly RosterField[]
  /** one of each */
  needed: readonly (readonly RosterField[])[]
  guide: readonly string[]
  template: readonly (readonly string[])[]
}

export const kindWords: Readonly<Record<RosterKind, KindWords>> = {
  STUDENTS: {
    title: '导入学员',
    unit: '名',
    fields: ['NAME', 'ID_TYPE', 'ID_NO', 'PHONE', 'CERTIFICATE_NO', 'EMPLOYER', 'TITLE'],
    needed: [['NAME'], ['ID_NO'], ['PHONE'], ['CERTIFICATE_NO']],
    guide: [
      '每行一名学员，必须有姓名、证件号、手机号、资格证书编号；证件类型不写按居民身份证。',
      '在 Excel 里把证件号、手机号两列设为“文本”，否则 18 位号码的末尾会变成 0。',
      '证件号、手机号或证书编号已经是别的学员的，或在表里出现两次的，会逐行指出。',
      '系统给每个人生成一个初始密码；导入完成后可以下载一次密码表，本人登录后会被提示修改。',
      '一次最多 5000 行；有一行不能导入，就一行也不写入。',
    ],
    template: [
      ['姓名', '证件类型', '证件号', '手机号', '资格证书编号', '执业单位', '职称'],
      [
        '（示例）张三',
        '居民身份证',
        '110105199001010000',
        '13800000000',
        'ZY20260001',
        '某某大药房',
        '',
      ],
    ],
  },
  HOURS: {
    title: '导入公需学时',
    unit: '条',
    fields: ['YEAR', 'ID_NO', 'CERTIFICATE_NO', 'NAME', 'HOURS', 'ISSUER', 'COURSE', 'REFERENCE'],
    needed: [['YEAR'], ['HOURS'], ['ISSUER'], ['ID_NO', 'CERTIFICATE_NO']],
    guide: [
      '每行一条记录，必须有年度、学时、颁发单位，以及证件号或资格证书编号（两个都写时须是同一人）。',
      '写了姓名的，会与系统里的姓名核对。',
      '有凭证编号时，同一年度同一编号只能录入一次；没有时，同一颁发单位的同一课程只能录入一次。',
      '学时写 0.1–300 的数字，最多一位小数；学满的年度随即发放学时证明。',
      '一次最多 5000 行；有一行不能导入，就一行也不写入。',
    ],
    template: [
      ['年度', '证件号', '资格证书编号', '姓名', '学时', '颁发单位', '课程名称', '凭证编号'],
      [
        '2026',
        '110105199001010000',
        '',
        '（示例）张三',
        '30',
        '某省人力资源和社会保障厅',
        '公需科目',
        'GX20260001',
      ],
    ],
  },
}

/** What a column can be, as a choice offers them. */
export function rosterFields(kind: RosterKind) {
  return kindWords[kind].fields.map((value) => ({ value, label: fieldWords[value] }))
}

/** What no column has been named for yet; empty when nothing. */
export function missingWords(kind: RosterKind, mapping: readonly (RosterField | null)[]): string {
  const missing = kindWords[kind].needed.filter(
    (some) => !some.some((field) => mapping.includes(field)),
  )
  if (missing.length === 0) return ''
  return `还没有指定哪一列是${missing.map((some) => some.map((field) => fieldWords[field]).join('或')).join('、')}`
}
