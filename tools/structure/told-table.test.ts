import { globSync, readFileSync } from 'node:fs'
import { auditActions } from '@ce/contract/audit-actions'
import { describe, expect, it } from 'vitest'
import { judgeActions, withTable } from './told-table.ts'

describe('the table of audit actions and who is told', () => {
  it('stands in docs/messages.md as it is declared; npm run openapi writes it', () => {
    const text = readFileSync('docs/messages.md', 'utf8')
    expect(text).toBe(withTable(text))
  })

  it('has no action that no code writes', () => {
    const files = globSync('server/{src,seeds}/**/*.ts').filter((file) => !file.includes('.test.'))
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    const unused = Object.keys(auditActions).filter((action) => !code.includes(`'${action}'`))
    expect(unused).toEqual([])
  })

  it('judges a run of the API tests: actions that were never written, or never told', () => {
    const all = Object.keys(auditActions).map((action) => ({ action, told: true }))
    expect(judgeActions(all)).toEqual([])
    const some = all.filter(({ action }) => action !== 'staff.created')
    const silent = [...some, { action: 'student_desk.merged', told: false }].filter(
      ({ action, told }) => action !== 'student_desk.merged' || !told,
    )
    expect(judgeActions(silent)).toEqual([
      "audit: no API test writes a row of 'staff.created'",
      "audit: 'student_desk.merged' is declared to tell a student, and in no API test it did",
    ])
  })
})
