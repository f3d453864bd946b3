import { expect, it } from 'vitest'
import { correctionShortcutText } from './labels.ts'

it('the correction page shows its shortcuts only for an open request', () => {
  expect(correctionShortcutText({ state: 'OPEN' })).toBe('A 同意 · R 不同意')
  for (const state of ['APPROVED', 'REFUSED', 'WITHDRAWN'] as const) expect(correctionShortcutText({ state })).toBe('')
})
