import { describe, expect, it } from 'vitest'
import { answerOptionsOf, areAnswersValid, gradePaper } from './grade.ts'
import type { Paper, PaperQuestion } from './paper.ts'

function question(id: string, type: PaperQuestion['type'], answer: string[]): PaperQuestion {
  const options = ['A', 'B', 'C', 'D'].map((letter) => ({ id: letter, text: letter, from: letter }))
  return { id, type, stem: id, points: 5, options, answer }
}
const paper: Paper = {
  questions: [
    question('one', 'SINGLE', ['B']),
    question('many', 'MULTIPLE', ['A', 'C']),
    question('yes', 'JUDGE', ['A']),
  ],
  totalPoints: 15,
  attemptsPerRound: 3,
}

describe('grading a paper', () => {
  it.each([
    ['all right', { one: ['B'], many: ['C', 'A'], yes: ['A'] }, 15, 3],
    ['nothing answered', {}, 0, 0],
    ['cleared', { one: [], many: [], yes: [] }, 0, 0],
    ['one short of a multiple choice', { many: ['A'] }, 0, 0],
    ['one too many', { many: ['A', 'B', 'C'] }, 0, 0],
    ['every option', { many: ['A', 'B', 'C', 'D'] }, 0, 0],
    ['the multiple choice alone', { many: ['A', 'C'], yes: ['B'] }, 5, 1],
    ['a question of another paper', { other: ['A'] }, 0, 0],
  ])('%s', (_, answers, score, right) => {
    expect(gradePaper(paper, answers)).toEqual({ score, right, wrong: 3 - right })
  })
})

describe('validity of answers', () => {
  const shape = answerOptionsOf(paper)
  it.each([
    [{ one: ['A'] }, true],
    [{ one: [] }, true],
    [{}, true],
    [{ many: ['A', 'B', 'C'], yes: ['B'] }, true],
    [{ one: ['A', 'B'] }, false],
    [{ yes: ['A', 'B'] }, false],
    [{ many: ['A', 'A'] }, false],
    [{ many: ['E'] }, false],
    [{ one: [''] }, false],
    [{ other: ['A'] }, false],
    [{ toString: ['A'] }, false],
  ])('answers %j are valid: %s', (answers, fits) => {
    expect(areAnswersValid(shape, answers as Record<string, string[]>)).toBe(fits)
  })
})
