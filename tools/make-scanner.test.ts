import { expect, test } from 'vitest'
import { committedCode, offlineCode } from './make-scanner.ts'

test.each(['scanner', 'checker'] as const)(
  'the page without a network has the %s of today: else run node tools/make-scanner.ts',
  async (name) => {
    expect((await committedCode(name)) === (await offlineCode(name))).toBe(true)
  },
)
