import type { Paper, PaperQuestion } from './paper.ts'

/** questionId → chosen letters */
export type Answers = Record<string, string[]>

export interface Grade {
  score: number
  right: number
  wrong: number
}

/** A question as it is marked: ALL gives everybody its points, STRIKE leaves it out; a regrade decided so. */
export type KeyQuestion = Pick<PaperQuestion, 'id' | 'points' | 'answer'> & {
  ruling?: 'ALL' | 'STRIKE'
}

/** What marking needs of a paper. */
export interface Key {
  questions: KeyQuestion[]
}

/** How one question of a paper is marked since a regrade was decided; `answer`: of KEY, in the paper's letters. */
export interface Correction {
  questionId: string
  kind: 'KEY' | 'ALL' | 'STRIKE'
  answer: string[] | null
}

/** The key with what was decided since; of two about one question the later one, which comes last, holds. */
export function correctKey({ questions }: Key, corrections: readonly Correction[]): Key {
  const of = new Map(corrections.map((one) => [one.questionId, one]))
  return {
    questions: questions.map(({ id, points, answer: drawn }) => {
      const { kind, answer } = of.get(id) ?? { kind: 'KEY', answer: null }
      const key = { id, points, answer: answer ?? drawn }
      return kind === 'KEY' ? key : { ...key, ruling: kind }
    }),
  }
}

/** What marking needs of a paper, and nothing that a candidate reads. */
export function keyOf({ questions }: Paper): Key {
  return { questions: questions.map(({ id, points, answer }) => ({ id, points, answer })) }
}

/**
 * Marks by the stored paper: multiple choice all or nothing, unanswered is wrong (product §4 Exam). Where a question was struck, the points of
 * the others are scaled to the paper's full mark, rounded to a whole point; with nothing left everybody has it (decision 082).
 */
export function grade({ questions }: Key, answers: Answers): Grade {
  const marked = questions.filter(({ ruling }) => ruling !== 'STRIKE')
  const right = marked.filter(
    ({ id, answer, ruling }) => ruling === 'ALL' || sameChoice(answers[id] ?? [], answer),
  )
  const [full, rest, points] = [pointsOf(questions), pointsOf(marked), pointsOf(right)]
  return {
    score: rest === 0 ? full : Math.round((points * full) / rest),
    right: right.length,
    wrong: marked.length - right.length,
  }
}

const pointsOf = (questions: readonly KeyQuestion[]) =>
  questions.reduce((sum, { points }) => sum + points, 0)

function sameChoice(chosen: string[], right: string[]): boolean {
  return chosen.length === right.length && right.every((letter) => chosen.includes(letter))
}

/** What may be answered on a paper: by question its letters, and whether several may be chosen. */
export type Shape = Map<string, { letters: string[]; several: boolean }>

/** The letters that can be answered to each question of a paper. */
export function shapeOf(paper: Paper): Shape {
  return new Map(
    paper.questions.map(({ id, type, options }) => [
      id,
      { letters: options.map((option) => option.id), several: type === 'MULTIPLE' },
    ]),
  )
}

/** Every question and letter is on the paper, none twice, and only MULTIPLE has more than one. */
export function answersFit(shape: Shape, answers: Answers): boolean {
  return Object.entries(answers).every(([questionId, chosen]) => {
    const question = shape.get(questionId)
    if (!question || (chosen.length > 1 && !question.several)) return false
    return (
      new Set(chosen).size === chosen.length &&
      chosen.every((letter) => question.letters.includes(letter))
    )
  })
}

/** Each of these answers stands already; one taken back is as one never given. */
export function addsNothing(standing: Answers, given: Answers): boolean {
  return Object.entries(given).every(([id, chosen]) => sameChoice(chosen, standing[id] ?? []))
}
