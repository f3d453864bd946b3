import { writeFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { QuestionSeed } from '../../server/seeds/course-seed.ts'
import { course } from '../../server/seeds/courses/trial-year.ts'
import { type Newcomer, newcomer, register } from '../people.ts'
import { callAs, signUpForTrial, studyAndEvaluate } from '../studied.ts'
import { chromiumTab } from './chromium.ts'
import { openFirefox } from './firefox.ts'
import { Reader } from './reader.ts'
import type { Tab } from './tab.ts'
import { openWebkit } from './webkit.ts'

const browsers: [name: string, open: (chromium: Browser) => Promise<Tab>][] = [
  ['Chromium', async (chromium) => chromiumTab(await chromium.newPage({ permissions: ['camera'] }))],
  ['Firefox', () => openFirefox()],
  ['WebKit', () => openWebkit()],
]

for (const [name, open] of browsers)
  test(`in ${name} a student signs in by keyboard, studies, takes an exam and a visitor verifies the proof`, async ({
    // Prepares the student by API calls.
    page,
    browser,
    baseURL,
  }, info) => {
    const person = newcomer('钱三览')
    await register(page, person)
    const { signId, id } = await signUpForTrial(page)
    const reader = new Reader(await open(browser), baseURL ?? '')
    try {
      await test.step('the student signs in by keyboard', () => signInByKeyboard(reader, person))
      await test.step('the student watches a lesson', () => watch(reader, `/system/my-courses/${signId}/${id}`))
      await test.step('watched time is credited, and API calls study the rest', async () => {
        await reader.open('/system/dashboard')
        await expect.poll(() => creditedOf(page, id), { timeout: 60_000 }).toBeGreaterThan(2)
        await studyAndEvaluate(page, person, id)
      })
      await test.step('the student submits the exam', () => sitExam(reader, `/exam/${signId}/${id}`))
      await test.step('the student opens the proof, and a visitor verifies it', () => verifyProof(reader, page, person))
    } catch (error) {
      await writeFile(info.outputPath('at-the-end.png'), await reader.screenshot())
      throw error
    } finally {
      await reader.close()
    }
  })

async function signInByKeyboard(reader: Reader, { phone, password, name }: Newcomer) {
  await reader.open('/login')
  await reader.sees('heading', '学员登录')
  await reader.tabsTo('textbox', /^手机号或证件号/)
  await reader.types(phone)
  await reader.tabsTo('textbox', /^密码/)
  await reader.types(password)
  await reader.tabsTo('button', '登录')
  await reader.press('Enter')
  await reader.arrivesAt('/system/dashboard')
  await reader.reads(`${name}，您好`)
}

/** Checks that the browser decodes video frames. */
async function watch(reader: Reader, path: string) {
  await reader.open(path)
  await reader.presses('button', /^(开始|继续)学习$/)
  const film = () =>
    reader.ask(() => {
      const video = document.querySelector('video')
      const frames = video?.getVideoPlaybackQuality().totalVideoFrames ?? 0
      return video && frames > 10 ? video.currentTime : 0
    }, null)
  await expect.poll(film, { timeout: 60_000 }).toBeGreaterThan(3)
}

async function creditedOf(page: Page, id: string): Promise<number> {
  const { lessons } = await callAs(page, 'GET /course/v1/learn_course_detail', { id })
  return lessons.reduce((sum, { creditedSeconds }) => sum + creditedSeconds, 0)
}

async function sitExam(reader: Reader, path: string) {
  await reader.open(path)
  await reader.presses('button', '检查摄像头')
  await reader.reads(/摄像头检查通过/)
  await reader.presses('checkbox', /我已阅读并同意考试须知/)
  await reader.presses('button', '开始考试')
  const { text } = await reader.sees('heading', /^第 1 题/)
  const count = Number(/共 (\d+) 题/.exec(text)?.[1])
  for (let number = 1; number <= count; number += 1) {
    await reader.sees('heading', new RegExp(`^第 ${number} 题`))
    for (const option of await rightOptions(reader)) await reader.clicks(optionInPage, option)
    if (number < count) await reader.presses('button', '下一题')
  }
  await reader.reads(/已保存/)
  // The answer sheet stands beside the question, or opens by a button.
  if (!(await reader.has('button', '交卷'))) await reader.presses('button', /^答题卡/)
  await reader.presses('button', '交卷')
  await reader.pressesAway('确认交卷')
  await reader.reads(/100 分/)
}

/** Looks up the right options of the shown question in the question bank. */
async function rightOptions(reader: Reader): Promise<string[]> {
  const shown = await reader.ask(
    () => ({
      stem: document.querySelector('fieldset legend')?.textContent?.trim() ?? '',
      options: [...document.querySelectorAll('fieldset label span:last-child')].map(
        ({ textContent }) => textContent?.trim() ?? '',
      ),
    }),
    null,
  )
  const same = ({ stem, options }: QuestionSeed) =>
    stem === shown.stem && options.every((option) => shown.options.includes(option))
  const question = course.questions.find(same)
  if (!question) throw new Error(`the bank does not have “${shown.stem}”`)
  return question.options.filter((_option, index) => question.answer.includes(index))
}

function optionInPage(text: string): { x: number; y: number } | null {
  const label = [...document.querySelectorAll('fieldset label')].find(
    (one) => one.querySelector('span:last-child')?.textContent?.trim() === text,
  )
  label?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const place = label?.getBoundingClientRect()
  return place ? { x: place.left + place.width / 2, y: place.top + place.height / 2 } : null
}

/** Checks the student's proof page and the public verification. */
async function verifyProof(reader: Reader, page: Page, person: Newcomer) {
  await reader.open('/system/grant')
  await reader.presses('link', /^查看证明/)
  await reader.reads(person.name)
  await reader.reads(course.title)
  const id = await reader.ask(() => new URLSearchParams(location.search).get('id') ?? '', null)
  const { verifyUrl } = await callAs(page, 'GET /certification_grant/v1/info', { id })
  const { pathname, hash } = new URL(verifyUrl)
  await reader.open(pathname + hash)
  await reader.sees('heading', /^试用证明/)
}
