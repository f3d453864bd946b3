import { buildZip, type ZipEntry } from '../factories/zip.ts'
import type { HostileFile } from './kind.ts'

const document: ZipEntry = { name: 'a.md', content: '# 甲\n正文' }
const packageOf = (name: string, make: () => Buffer, says: string): HostileFile => ({
  name: `a package ${name}`,
  use: 'IMPORT',
  fileName: '导入.zip',
  make,
  says,
})

function overlapping(): Buffer {
  const zip = buildZip([{ name: '0.md', content: Buffer.from('甲\n'.repeat(30_000)) }])
  const listAt = zip.readUInt32LE(zip.length - 6)
  const record = zip.subarray(listAt, zip.length - 22)
  const records = Array.from({ length: 8 }, (_, no) => {
    const copy = Buffer.from(record)
    copy.write(String(no), 46, 'latin1')
    return copy
  })
  const end = Buffer.from(zip.subarray(zip.length - 22))
  end.writeUInt16LE(records.length, 8)
  end.writeUInt16LE(records.length, 10)
  end.writeUInt32LE(record.length * records.length, 12)
  return Buffer.concat([zip.subarray(0, listAt), ...records, end])
}

function nested(): Buffer {
  let content = buildZip([{ name: 'a.txt', content: Buffer.alloc(100 * 1024 * 1024) }])
  for (let level = 0; level < 5; level += 1) content = buildZip([{ name: 'a.zip', content }])
  return content
}

export const hostilePackages: HostileFile[] = [
  packageOf('whose entries overlap', overlapping, '重叠'),
  packageOf('that holds packages without end', nested, '里面没有 Word'),
  packageOf(
    'whose document unpacks to two hundred megabytes',
    () => buildZip([document, { name: 'b.md', content: Buffer.alloc(200 * 1024 * 1024) }]),
    '过大',
  ),
  packageOf(
    'that says its document has three gigabytes',
    () => buildZip([document, { name: 'b.png', content: 'x', claimedSize: 3_000_000_000 }]),
    '过大',
  ),
  packageOf(
    'that says its document is smaller than it is',
    () => buildZip([{ ...document, content: 'x'.repeat(900_000), claimedSize: 9 }]),
    '损坏',
  ),
  packageOf('that is cut off', () => buildZip([document]).subarray(0, 40), 'ZIP'),
  packageOf('whose document leads out of it', () => buildZip([{ ...document, name: '../a.md' }]), '包外'),
  packageOf(
    'whose document nests quotations without end',
    () => buildZip([{ name: 'a.md', content: `${'>'.repeat(400_000)} 甲` }]),
    '嵌套过深',
  ),
  packageOf(
    'whose document nests tags without end',
    () => buildZip([{ name: 'a.html', content: '<div>'.repeat(350_000) }]),
    '',
  ),
  packageOf(
    'whose document opens emphasis without end',
    () => buildZip([{ name: 'a.md', content: '*a **b '.repeat(100_000) }]),
    '',
  ),
]
