import type { HostileFile } from './kind.ts'

const megabytes = 9 * 1024 * 1024
const text = (content: string) => Buffer.from(content)

export const hostileTables: HostileFile[] = [
  {
    name: 'a CSV of one line of nine million letters',
    use: 'ROSTER',
    fileName: '名单.csv',
    make: () => text(`姓名,身份证号\n${'x'.repeat(megabytes)}`),
    says: '过长',
  },
  {
    name: 'a CSV whose quotes never end',
    use: 'ROSTER',
    fileName: '名单.csv',
    make: () => text(`姓名,身份证号\n"${'x\n'.repeat(megabytes / 2)}`),
    says: '引号没有成对',
  },
  {
    name: 'a CSV of nine million columns',
    use: 'ROSTER',
    fileName: '名单.csv',
    make: () => text(','.repeat(megabytes)),
    says: '单元格过多',
  },
  {
    name: 'a CSV of half a million empty lines',
    use: 'EMPLOYER',
    fileName: '名单.csv',
    make: () => text(`姓名,证件号\n${'\n'.repeat(500_000)}`),
    says: '',
  },
  {
    name: 'questions in GIFT whose braces never end',
    use: 'QUESTIONS',
    fileName: '题库.txt',
    make: () => text('::题:: 甲 {'.repeat(megabytes / 20)),
    says: '',
  },
  {
    name: 'questions in GIFT with HTML nested without end',
    use: 'QUESTIONS',
    fileName: '题库.txt',
    make: () => text(`::一:: [html]${'<div>'.repeat(500_000)} {=甲 ~乙}\n`),
    says: '',
  },
]
