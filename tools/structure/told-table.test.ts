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

  it('judges a run of the API tests: actions that are to tell somebody and never did', () => {
    const all = Object.keys(auditActions).map((action) => ({ action, told: true }))
    expect(judgeActions(all)).toEqual([])
    const silent = all.map((one) =>
      one.action === 'student_desk.merged' ? { ...one, told: false } : one,
    )
    expect(judgeActions(silent.filter(({ action }) => action !== 'staff.created'))).toEqual([
      "audit: 'student_desk.merged' is declared to tell a student, and no API test sees that it does",
    ])
  })
})
