import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ClientCalls } from '../contract/src/index.ts'
import { type Newcomer, storedSession, thisYear } from './people.ts'
import { letStudyPass } from './time.ts'

/** Calls the API as the signed-in user. @throws if the call is refused */
export async function callAs<Name extends keyof ClientCalls>(
  page: Page,
  name: Name,
  input: ClientCalls[Name]['request'],
): Promise<ClientCalls[Name]['response']> {
  const [method, path] = name.split(' ')
  const session = await storedSession(page)
  const headers = { Authorization: session?.token ?? '' }
  const url = `/api/client${path}`
  const answer =
    method === 'GET'
      ? await page.request.get(url, { headers, params: new URLSearchParams(asText(input)) })
      : await page.request.post(url, { headers, data: input })
  const { code, msg, data } = await answer.json()
  if (code !== 1) throw new Error(`${name}: ${code} ${msg}`)
  return data
}

const asText = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]))

/** Signs up for the free trial year by API. Returns the sign-up and exam ids. */
export async function signUpForTrial(page: Page): Promise<{ signId: string; id: string }> {
  const year = thisYear - 3
  const offered = await callAs(page, 'POST /course/v1/course_list', { year })
  const courseIds = offered.list.map((course) => course.id)
  const order = { year, courseIds, payType: 'FREE' } as const
  const { signId } = await callAs(page, 'POST /order/v1/create_order', order)
  const { list } = await callAs(page, 'GET /course/v1/my_course', {})
  const id = list.find((sign) => sign.signId === signId)?.courses[0]?.id
  if (!id) throw new Error('the trial year has no course')
  return { signId, id }
}

/** Studies every lesson by API with the study clock moved ahead, then evaluates the course. */
export async function studyAndEvaluate(page: Page, person: Newcomer, id: string): Promise<void> {
  const { lessons } = await callAs(page, 'GET /course/v1/learn_course_detail', { id })
  for (const lesson of lessons) {
    const beat = { id, lessonId: lesson.id, playSessionId: randomUUID() }
    const end = lesson.durationSeconds
    await callAs(page, 'POST /course/v1/learn_process', {
      ...beat,
      seq: 0,
      event: 'start',
      position: 0,
      intervals: [],
    })
    await letStudyPass(person.phone, end)
    await callAs(page, 'POST /course/v1/learn_process', {
      ...beat,
      seq: 1,
      event: 'end',
      position: end,
      intervals: [[0, end]],
    })
  }
  const marks = { content: 5, teacher: 5, usefulness: 5 }
  await callAs(page, 'POST /course/v1/evaluate', { id, ...marks })
}
