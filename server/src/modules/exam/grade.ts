import type { Paper, PaperQuestion } from './paper.ts'

/** questionId → chosen letters */
export type Answers = Record<string, string[]>

export interface Grade {
  score: number
  right: number
  wrong: number
}

/** What marking needs of a paper. */
export interface Key {
  questions: Pick<PaperQuestion, 'id' | 'points' | 'answer'>[]
}

/** What marking needs of a paper, and nothing that a candidate reads. */
export function keyOf({ questions }: Paper): Key {
  return { questions: questions.map(({ id, points, answer }) => ({ id, points, answer })) }
}

/** Marks by the stored paper: multiple choice all or nothing, unanswered is wrong (product §4 Exam). */
export function grade(paper: Key, answers: Answers): Grade {
  const right = paper.questions.filter(({ id, answer }) => sameChoice(answers[id] ?? [], answer))
  return {
    score: right.reduce((sum, question) => sum + question.points, 0),
    right: right.length,
    wrong: paper.questions.length - right.length,
  }
}

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
