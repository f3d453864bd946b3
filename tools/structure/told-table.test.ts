import { globSync, readFileSync } from 'node:fs'
import { auditActions } from '@ce/contract/audit-actions'
import { describe, expect, it } from 'vitest'
import { withTable } from './told-table.ts'

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
})
