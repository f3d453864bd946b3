import type { Page } from '@playwright/test'
import type { CourseSeed, QuestionSeed } from '../server/seeds/course-seed.ts'
import { expect } from './test.ts'

/** Answers all questions correctly with the help of the question bank and ends on the last question. */
export async function answerRight(page: Page, course: CourseSeed): Promise<void> {
  const first = page.getByRole('heading', { name: /^第 1 题/ })
  const count = Number(/共 (\d+) 题/.exec(await first.innerText())?.[1])
  for (let number = 1; number <= count; number += 1) {
    await expect(page.getByRole('heading', { name: new RegExp(`^第 ${number} 题`) })).toBeVisible()
    await answerShown(page, course)
    if (number < count) await page.getByRole('button', { name: '下一题' }).click()
  }
}

export async function answerShown(page: Page, course: CourseSeed): Promise<void> {
  const { right } = await optionsShown(page, course)
  for (const text of right) await choose(page, text)
}

export async function answerWrong(page: Page, course: CourseSeed): Promise<void> {
  const { texts, right } = await optionsShown(page, course)
  await choose(page, texts.find((text) => !right.includes(text)) ?? '')
}

export function rightAnswers(course: CourseSeed, questions: AskedQuestion[]) {
  const ids = ({ stem, options }: AskedQuestion) => {
    const texts = options.map(({ text }) => text)
    const right = rightTexts(course, stem, texts)
    return options.filter(({ text }) => right.includes(text)).map(({ id }) => id)
  }
  return Object.fromEntries(questions.map((question) => [question.id, ids(question)]))
}

interface AskedQuestion {
  id: string
  stem: string
  options: { id: string; text: string }[]
}

async function optionsShown(page: Page, course: CourseSeed) {
  const stem = await page.locator('fieldset legend').innerText()
  const texts = await page.locator('fieldset label span:last-child').allInnerTexts()
  return { texts, right: rightTexts(course, stem, texts) }
}

function choose(page: Page, text: string): Promise<void> {
  return page.locator('fieldset label', { has: page.getByText(text, { exact: true }) }).click()
}

/** Compares the stem and all options, because two questions may share a stem. */
function rightTexts(course: CourseSeed, stem: string, texts: string[]): string[] {
  const same = (question: QuestionSeed) =>
    question.stem === stem && question.options.every((option) => texts.includes(option))
  const question = course.questions.find(same)
  if (!question) throw new Error(`the bank does not have “${stem}”`)
  return question.options.filter((_option, index) => question.answer.includes(index))
}
