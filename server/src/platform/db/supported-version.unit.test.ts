import { describe, expect, it } from 'vitest'
import { checkVersion } from './supported-version.ts'

describe('the version of an outside PostgreSQL', () => {
  it('is taken in silence from 15 to 18', () => {
    expect([150000, 150018, 160014, 180004].map(checkVersion)).toEqual([null, null, null, null])
  })

  it('stops the start with a sentence when it is too old', () => {
    expect(() => checkVersion(140022)).toThrow(/PostgreSQL 14: 15 to 18 are supported/)
    // 9.6 counted its versions in another way
    expect(() => checkVersion(90624)).toThrow(/15 to 18 are supported/)
  })

  it('is warned of when it is newer than what was tested', () => {
    expect(checkVersion(190000)).toMatch(/PostgreSQL 19, which .* was not tested with/)
  })
})
