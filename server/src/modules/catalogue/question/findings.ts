import { findingTexts } from '@ce/contract/question-finding-text'
import {
  checkQuestion,
  type FindingKind,
  type FindingPart,
  findingKinds,
  findingParts,
  isSeriousFinding,
  type QuestionCheckFinding,
} from '@ce/contract/question-findings'
import { optionFields, optionLetterOf } from '@ce/contract/question-options'
import { type QuestionContent, toQuestionColumns, toQuestionContent } from './content.ts'

/** `fromFile` is true for a finding that only the imported file shows, not the text of the question. */
export interface NewQuestionFinding extends QuestionCheckFinding {
  serious: boolean
  fromFile: boolean
}

export interface StoredQuestionFinding extends NewQuestionFinding {
  acceptedBy: string | null
  acceptedAt: Date | null
  reason: string | null
}

export function findingsOfQuestion(content: QuestionContent): NewQuestionFinding[] {
  return checkQuestion(toQuestionContent(toQuestionColumns(content))).map((one) => kept(one, false))
}

/** Returns no finding if the options may be shuffled. */
export function optionOrderFindings(content: QuestionContent): NewQuestionFinding[] {
  const decided = content.order === undefined && content.type !== 'JUDGE'
  if (!decided || toQuestionColumns(content).optionOrder === 'FREE') return []
  return [kept({ kind: 'ORDER_DECIDED', part: 'OPTIONS', quote: '' }, true)]
}

export function findingsOfImportFile(notes: readonly QuestionCheckFinding[]): NewQuestionFinding[] {
  const byKey = Map.groupBy(notes, ({ kind, part }) => `${kind} ${part}`).values()
  return [...byKey].flatMap(([first, ...more]) => {
    if (!first) return []
    const quote = [first, ...more].map((one) => one.quote).join('；')
    return [kept({ ...first, quote: quote.slice(0, 300) }, true)]
  })
}

function kept(finding: QuestionCheckFinding, isFromFile: boolean): NewQuestionFinding {
  return { ...finding, serious: isSeriousFinding(finding.kind), fromFile: isFromFile }
}

/** Lists findings from the imported file that still apply, because the words they refer to are unchanged. */
export function isFindingStillValid(
  found: readonly NewQuestionFinding[],
  before: QuestionContent,
  after: QuestionContent,
): NewQuestionFinding[] {
  return found.filter(
    ({ fromFile: isFromFile, kind, part }) =>
      isFromFile && kind !== 'ORDER_DECIDED' && partOf(before, part) === partOf(after, part),
  )
}

function partOf(content: QuestionContent, part: FindingPart): string | undefined {
  if (part === 'STEM') return content.stem
  if (part === 'EXPLANATION') return content.explanation
  if (part === 'ANSWER') return content.options.map(({ right }, index) => (right ? optionLetterOf(index) : '')).join('')
  if (part === 'OPTIONS') return content.options.map(({ text }) => text).join('\n')
  return content.options[optionFields.indexOf(part)]?.text
}

export function toFindingView(findings: readonly StoredQuestionFinding[]) {
  const place = ({ kind, part }: StoredQuestionFinding) =>
    findingParts.indexOf(part) * findingKinds.length + findingKinds.indexOf(kind)
  return findings
    .toSorted((a, b) => place(a) - place(b))
    .map(({ kind, part, quote, serious, acceptedBy: by, acceptedAt: at, reason }) => ({
      kind,
      part,
      ...findingTexts({ kind, part, quote }),
      serious,
      accepted: by !== null && at && reason !== null ? { by, at, reason } : null,
    }))
}

export { type OptionOrder, orderFindingKinds, questionCheckVersion } from '@ce/contract/question-findings'
export type { FindingKind, FindingPart, QuestionCheckFinding }
