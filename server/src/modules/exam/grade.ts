import type { Paper, PaperQuestion } from './paper.ts'

/** Maps question ids to the letters of the chosen options. */
export type AnswersByQuestion = Record<string, string[]>

export interface PaperGrade {
  score: number
  right: number
  wrong: number
}

/** A regrade may rule ALL, which gives everybody the points, or STRIKE, which removes the question. */
export type AnswerKeyQuestion = Pick<PaperQuestion, 'id' | 'points' | 'answer'> & {
  ruling?: 'ALL' | 'STRIKE'
}

export interface AnswerKey {
  questions: AnswerKeyQuestion[]
}

/** `answer` is set only for the kind KEY and holds option letters of the paper. */
export interface AnswerKeyCorrection {
  questionId: string
  kind: 'KEY' | 'ALL' | 'STRIKE'
  answer: string[] | null
}

export function applyAnswerKeyCorrections(
  { questions }: AnswerKey,
  corrections: readonly AnswerKeyCorrection[],
): AnswerKey {
  const of = new Map(corrections.map((one) => [one.questionId, one]))
  return {
    questions: questions.map(({ id, points, answer: drawn }) => {
      const { kind, answer } = of.get(id) ?? { kind: 'KEY', answer: null }
      const key = { id, points, answer: answer ?? drawn }
      return kind === 'KEY' ? key : { ...key, ruling: kind }
    }),
  }
}

export function answerKeyOf({ questions }: Paper): AnswerKey {
  return { questions: questions.map(({ id, points, answer }) => ({ id, points, answer })) }
}

/**
 * The points of struck questions are spread over the other questions and rounded; if all are struck, everybody gets the
 * full mark (docs/rules/exam.md#marking, decision 082).
 */
export function gradePaper({ questions }: AnswerKey, answers: AnswersByQuestion): PaperGrade {
  const marked = questions.filter(({ ruling }) => ruling !== 'STRIKE')
  const right = marked.filter(({ id, answer, ruling }) => ruling === 'ALL' || sameChoice(answers[id] ?? [], answer))
  const [full, rest, points] = [pointsOf(questions), pointsOf(marked), pointsOf(right)]
  return {
    score: rest === 0 ? full : Math.round((points * full) / rest),
    right: right.length,
    wrong: marked.length - right.length,
  }
}

const pointsOf = (questions: readonly AnswerKeyQuestion[]) => questions.reduce((sum, { points }) => sum + points, 0)

function sameChoice(chosen: string[], right: string[]): boolean {
  return chosen.length === right.length && right.every((letter) => chosen.includes(letter))
}

/** The allowed option letters of each question, and whether several may be chosen. */
export type AnswerOptions = Map<string, { letters: string[]; several: boolean }>

export function answerOptionsOf(paper: Paper): AnswerOptions {
  return new Map(
    paper.questions.map(({ id, type, options }) => [
      id,
      { letters: options.map((option) => option.id), several: type === 'MULTIPLE' },
    ]),
  )
}

/**
 * Returns false for unknown questions or option letters, duplicates, and several letters outside MULTIPLE questions.
 */
export function areAnswersValid(shape: AnswerOptions, answers: AnswersByQuestion): boolean {
  return Object.entries(answers).every(([questionId, chosen]) => {
    const question = shape.get(questionId)
    if (!question || (chosen.length > 1 && !question.several)) return false
    return new Set(chosen).size === chosen.length && chosen.every((letter) => question.letters.includes(letter))
  })
}

/** An answer without chosen options counts as equal to an answer that was never given. */
export function areAnswersSaved(standing: AnswersByQuestion, given: AnswersByQuestion): boolean {
  return Object.entries(given).every(([id, chosen]) => sameChoice(chosen, standing[id] ?? []))
}
