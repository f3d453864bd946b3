import { expect, it } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { createOwnDatabase } from './own-database.ts'

const id = (no: number) => `01890000-0000-7000-8000-0000000000${String(no).padStart(2, '0')}`
const hash = "'x'"

/** Old student rows with special characters, two ID documents with one number, or a foreigner's number. */
const students: [no: number, name: string, idType: string, idNo: string][] = [
  [1, '\u2ee2龙', 'ID_CARD', '11010519491231002X'],
  [2, '阿依古丽\u22c5买买提', 'PASSPORT', 'E12345678'],
  [3, '马克', 'ID_CARD', '93184019850112001X'],
  [4, '陈大文', 'ID_CARD', '810000199408230021'],
  [5, '李白', 'PASSPORT', 'CAN110178030125'],
  [6, '王一', 'HK_MO_TW', 'H1234567(8)'],
  [7, '王一', 'HK_MO_TW', 'H12345678'],
  [8, '赵六', 'HK_MO_TW', 'M（12）-345678'],
  [9, '钱七', 'ID_CARD', '110101199003074514'],
]
const values = students
  .map(
    ([no, name, idType, idNo]) =>
      `('${id(no)}', '${name}', '${idType}', '${idNo}', '1380000000${no}', 'abcdef${no}', ${hash}, true, '福州 (一) 药房')`,
  )
  .join(', ')
const proof = (no: number, name: string, label: string, idNo: string) => `
  insert into proof (number, code, student_id, year, snapshot, payload, signature, key_id, issued_at)
    values ('CE202600000${no}0', 'ABCDEFGHJKMNPQ${no}0', '${id(no)}', 2026,
      '{"name": "${name}", "idTypeLabel": "${label}", "idNoMasked": "${idNo}", "certificateNo": "ABCDEF${no}"}', '[]', 'x', 'k', now());`

const before = `
  insert into student (id, name, id_type, id_no, phone, certificate_no, password_hash, initial_password_changed, employer) values ${values};
  ${proof(1, '\u2ee2龙', '居民身份证', '110105********002X')}
  ${proof(3, '马克', '居民身份证', '931840********001X')}
  ${proof(9, '钱七', '居民身份证', '110101********4514')}
  insert into organisation (id, name, credit_code, contact_name, contact_phone, password_hash)
    values ('${id(20)}', '国药 (福建) 公司', '91350100M000100Y43', '联系人', '0591-88888888', ${hash});
  insert into correction_request (id, student_id, field, wanted, reason)
    values ('${id(21)}', '${id(9)}', 'NAME', '钱\u2f00', '写错了');`

it('migration 073 normalizes old names and numbers, sets document types, and reissues changed proofs', async () => {
  const { pool, drop } = await createOwnDatabase()
  try {
    await migrate(pool, '072')
    await pool.query(before)
    await migrate(pool)
    const { rows } = await pool.query('select name, id_type, id_no, certificate_no, employer from student order by id')
    expect(rows.map(({ name, id_type, id_no }) => [name, id_type, id_no])).toEqual([
      ['马龙', 'ID_CARD', '11010519491231002X'],
      ['阿依古丽·买买提', 'PASSPORT', 'E12345678'],
      ['马克', 'FOREIGN_PR', '93184019850112001X'],
      ['陈大文', 'HK_MO_TW', '810000199408230021'],
      ['李白', 'FOREIGN_PR', 'CAN110178030125'],
      // Two people have the same number: both stay, and staff are notified.
      ['王一', 'HK_MO_TW', 'H1234567(8)'],
      ['王一', 'HK_MO_TW', 'H12345678'],
      ['赵六', 'HK_MO_TW', 'M12345678'],
      ['钱七', 'ID_CARD', '110101199003074514'],
    ])
    expect(rows[0]).toMatchObject({ certificate_no: 'ABCDEF1', employer: '福州（一）药房' })
    const all = async (query: string) => (await pool.query(query)).rows
    expect(await all('select student_id from proof_reissue_due order by 1')).toEqual([
      { student_id: id(1) },
      { student_id: id(3) },
    ])
    expect(await all('select student_id, other_id from same_number order by 1')).toEqual([
      { student_id: id(6), other_id: id(7) },
      { student_id: id(7), other_id: id(6) },
    ])
    expect(await all('select name from organisation')).toEqual([{ name: '国药（福建）公司' }])
    expect(await all('select wanted from correction_request')).toEqual([{ wanted: '钱一' }])
    // After the migration the database refuses names and numbers in other forms.
    for (const change of [`name = '\u2ee2龙'`, `name = '马 龙'`, `id_no = 'e 12345678'`])
      await expect(pool.query(`update student set ${change} where id = '${id(1)}'`)).rejects.toMatchObject({
        code: '23514',
      })
    // A row whose number could not be normalized can still be changed.
    await pool.query(`update student set phone = '13900000006' where id = '${id(6)}'`)
  } finally {
    await drop()
  }
})
