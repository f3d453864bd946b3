import { findingWords } from '@ce/contract/question-finding-words'
import {
  checkQuestion,
  type Finding,
  type FindingKind,
  type FindingPart,
  findingKinds,
  findingParts,
  isSerious,
} from '@ce/contract/question-findings'
import { letterOf, optionFields } from '@ce/contract/question-options'
import { type QuestionContent, toColumns, toContent } from './content.ts'

/** A finding as it is kept. `fromFile`: it was seen when a file was read, and is not to be seen in the text. */
export interface NewFinding extends Finding {
  serious: boolean
  fromFile: boolean
}

/** One that is kept, with who accepted it and why. */
export interface KeptFinding extends NewFinding {
  acceptedBy: string | null
  acceptedAt: Date | null
  reason: string | null
}

/** What the check finds in a question as it is kept. */
export function findingsOf(content: QuestionContent): NewFinding[] {
  return checkQuestion(toContent(toColumns(content))).map((one) => kept(one, false))
}

/** That nobody chose the order of a question's options; none where there is no choice, or papers may shuffle them. */
export function orderDecided(content: QuestionContent): NewFinding[] {
  const decided = content.order === undefined && content.type !== 'JUDGE'
  if (!decided || toColumns(content).optionOrder === 'FREE') return []
  return [kept({ kind: 'ORDER_DECIDED', part: 'OPTIONS', quote: '' }, true)]
}

/** What the reading of a file found; several of a kind about one part are one. */
export function fromFile(notes: readonly Finding[]): NewFinding[] {
  const byKey = Map.groupBy(notes, ({ kind, part }) => `${kind} ${part}`).values()
  return [...byKey].flatMap(([first, ...more]) => {
    if (!first) return []
    const quote = [first, ...more].map((one) => one.quote).join('；')
    return [kept({ ...first, quote: quote.slice(0, 300) }, true)]
  })
}

function kept(finding: Finding, isFromFile: boolean): NewFinding {
  return { ...finding, serious: isSerious(finding.kind), fromFile: isFromFile }
}

/** What a file's reading found is still true of parts whose words are the same. */
export function stillTrue(
  found: readonly NewFinding[],
  before: QuestionContent,
  after: QuestionContent,
): NewFinding[] {
  return found.filter(
    ({ fromFile: isFromFile, kind, part }) =>
      isFromFile && kind !== 'ORDER_DECIDED' && partOf(before, part) === partOf(after, part),
  )
}

function partOf(content: QuestionContent, part: FindingPart): string | undefined {
  if (part === 'STEM') return content.stem
  if (part === 'EXPLANATION') return content.explanation
  if (part === 'ANSWER')
    return content.options.map(({ right }, index) => (right ? letterOf(index) : '')).join('')
  if (part === 'OPTIONS') return content.options.map(({ text }) => text).join('\n')
  return content.options[optionFields.indexOf(part)]?.text
}

/** In the order of the parts, for who reads them. */
export function toShown(findings: readonly KeptFinding[]) {
  const place = ({ kind, part }: KeptFinding) =>
    findingParts.indexOf(part) * findingKinds.length + findingKinds.indexOf(kind)
  return findings
    .toSorted((a, b) => place(a) - place(b))
    .map(({ kind, part, quote, serious, acceptedBy: by, acceptedAt: at, reason }) => ({
      kind,
      part,
      ...findingWords({ kind, part, quote }),
      serious,
      accepted: by !== null && at && reason !== null ? { by, at, reason } : null,
    }))
}

export { checkVersion, type OptionOrder, orderFindings } from '@ce/contract/question-findings'
export type { Finding, FindingKind, FindingPart }
