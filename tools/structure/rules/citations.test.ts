import { expect, test } from 'vitest'
import { checkCitations } from './citations.ts'

const rules = '# Study\n\n## Re-study round\n\n- See [calls](calls.md#envelope) and [look](look.md).'
const calls = '# Calls\n\n## Envelope\n'

function problemsOf(files: Record<string, string>): string[] {
  const texts = { 'docs/rules/study.md': rules, 'docs/rules/calls.md': calls, ...files }
  return checkCitations({ paths: new Set(), texts: new Map(Object.entries(texts)) })
}

test('accepts citations of docs/rules and of public repositories', () => {
  const files = {
    'client/src/x.ts': '/** credit (docs/rules/study.md#re-study-round) */',
    'docs/phone.md': '[round](rules/study.md#re-study-round)',
    'tools/x.ts': '// github.com/espeak-ng/espeak-ng issue 1236',
    'server/migrations/001.sql': '-- product §4: applied, so it stays',
  }
  expect(problemsOf(files)).toEqual([])
})

test.each([
  '/** product §4 Study */',
  '/** The transform of the specification. */',
  '/* look.md: one column */',
  '/** an audit row (house rule 3) */',
  '/** Issue 2: 200 writers */',
])('refuses a citation outside the repository: %s', (comment) => {
  expect(problemsOf({ 'ui/src/x.css': comment })).toEqual([
    'ui/src/x.css:1: cites a page outside the repository: cite docs/rules, or say what holds',
  ])
})

test('requires that a cited heading exists, also when cited from a neighbouring page', () => {
  const files = {
    'client/src/x.ts': '\n// docs/rules/study.md#credit',
    'docs/rules/exam.md': '[round](study.md#round)',
  }
  expect(problemsOf(files)).toEqual([
    'client/src/x.ts:2: docs/rules/study.md has no heading #credit',
    'docs/rules/exam.md:1: docs/rules/study.md has no heading #round',
  ])
})
