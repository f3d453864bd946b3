import { globSync, readFileSync } from 'node:fs'
import { auditActions } from '@ce/contract/audit-actions'
import { describe, expect, it } from 'vitest'
import { judgeNotifications, replaceNotificationTable } from './notified-table.ts'

describe('the table of audit actions and notifications', () => {
  it('docs/messages.md contains the declared table of notifications, which npm run openapi writes', () => {
    const text = readFileSync('docs/messages.md', 'utf8')
    expect(text).toBe(replaceNotificationTable(text))
  })

  it('every declared audit action is used in the server code', () => {
    const files = globSync('server/{src,seeds}/**/*.ts').filter((file) => !file.includes('.test.'))
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    const unused = Object.keys(auditActions).filter((action) => !code.includes(`'${action}'`))
    expect(unused).toEqual([])
  })

  it('reports audit actions that must notify somebody and never did in an API test run', () => {
    const all = Object.keys(auditActions).map((action) => ({ action, told: true }))
    expect(judgeNotifications(all)).toEqual([])
    const silent = all.map((one) => (one.action === 'student_desk.merged' ? { ...one, told: false } : one))
    expect(judgeNotifications(silent.filter(({ action }) => action !== 'staff.created'))).toEqual([
      "audit: 'student_desk.merged' is declared to tell a student, and no API test sees that it does",
    ])
  })
})
