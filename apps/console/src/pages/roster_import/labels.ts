import type { RosterField, RosterKind } from '@ce/client/staff/roster_import.ts'
import { rosterFieldLabels } from '@ce/contract/import-fields'
import type { TableImportFields } from '../../kit/import/mapping.ts'

interface KindWords {
  title: string
  unit: string
  fields: TableImportFields<RosterField>
  promise: string
  guide: readonly string[]
  template: readonly (readonly string[])[]
}

const anyTable = 'Excel（.xlsx）或 CSV，有一行是列名；列名不同也可以，读完后由您指定每一列是什么。'

export const rosterKindTexts: Readonly<Record<RosterKind, KindWords>> = {
  STUDENTS: {
    title: '导入学员',
    unit: '名',
    promise: '为每个人建立账号和初始密码，完成后请立即下载密码表：只能下载一次。',
    fields: {
      words: rosterFieldLabels,
      all: ['NAME', 'ID_TYPE', 'ID_NO', 'PHONE', 'CERTIFICATE_NO', 'EMPLOYER', 'TITLE'],
      needed: [['NAME'], ['ID_NO'], ['PHONE'], ['CERTIFICATE_NO']],
    },
    guide: [
      anyTable,
      '每行一名学员，必须有姓名、证件号、手机号、资格证书编号；证件类型不写按居民身份证。',
      '在 Excel 里把证件号、手机号两列设为“文本”，否则 18 位号码的末尾会变成 0。',
      '有几个工作表时，读取最像名单的一个，也可以改选；手机号前的 +86、号码里的空格和横线会自动去掉。',
      '证件号、手机号或证书编号已经是别的学员的，或在表里出现两次的，会逐行指出。',
      '系统给每个人生成一个初始密码；导入完成后可以下载一次密码表，本人登录后会被提示修改。',
      '一次最多 20000 行；有错误的行不写入，可以下载退回表，改好后再导入。',
    ],
    template: [
      ['姓名', '证件类型', '证件号', '手机号', '资格证书编号', '执业单位', '职称'],
      ['（示例）张三', '居民身份证', '110105199001010000', '13800000000', 'ZY20260001', '某某大药房', ''],
    ],
  },
  HOURS: {
    title: '导入公需学时',
    unit: '条',
    promise: '学时立即记入台账，学满的年度随即发放学时证明。',
    fields: {
      words: rosterFieldLabels,
      all: ['YEAR', 'ID_NO', 'CERTIFICATE_NO', 'NAME', 'HOURS', 'ISSUER', 'COURSE', 'REFERENCE'],
      needed: [['YEAR'], ['HOURS'], ['ISSUER'], ['ID_NO', 'CERTIFICATE_NO']],
    },
    guide: [
      anyTable,
      '每行一条记录，必须有年度、学时、颁发单位，以及证件号或资格证书编号（两个都写时须是同一人）。',
      '写了姓名的，会与系统里的姓名核对。',
      '有凭证编号时，同一年度同一编号只能录入一次；没有时，同一颁发单位的同一课程只能录入一次。',
      '学时写 0.1–300 的数字，最多一位小数；学满的年度随即发放学时证明。',
      '一次最多 20000 行；有错误的行不写入，可以下载退回表，改好后再导入。',
    ],
    template: [
      ['年度', '证件号', '资格证书编号', '姓名', '学时', '颁发单位', '课程名称', '凭证编号'],
      ['2026', '110105199001010000', '', '（示例）张三', '30', '某省人力资源和社会保障厅', '公需科目', 'GX20260001'],
    ],
  },
}
