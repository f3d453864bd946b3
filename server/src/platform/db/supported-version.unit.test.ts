import { describe, expect, it } from 'vitest'
import { checkPostgresVersion } from './open.ts'

describe('versions of an outside PostgreSQL', () => {
  it('accepts PostgreSQL 15 to 18 without a warning', () => {
    expect([150000, 150018, 160014, 180004].map(checkPostgresVersion)).toEqual([null, null, null, null])
  })

  it('refuses to start with a PostgreSQL that is too old', () => {
    expect(() => checkPostgresVersion(140022)).toThrow(/PostgreSQL 14: 15 to 18 are supported/)
    expect(() => checkPostgresVersion(90624)).toThrow(/15 to 18 are supported/)
  })

  it('warns of a PostgreSQL that is newer than tested', () => {
    expect(checkPostgresVersion(190000)).toMatch(/PostgreSQL 19, which .* was not tested with/)
  })
})
